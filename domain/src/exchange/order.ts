/**
 * Orders the nodes 0 to `count` - 1 so that each stands behind those that it needs; else as they are numbered (Kahn's
 * algorithm). Of many nodes little more is held than a few numbers each.
 * @param needsOf gives the nodes that must stand before one; the node itself doesn't count.
 * @returns the order without the nodes of cycles and what needs them, and of those one cycle, as nodes from one
 * back to it; null without one.
 */
export function orderByNeeds(
  count: number,
  needsOf: (node: number) => Iterable<number>,
): { order: number[]; cycle: number[] | null } {
  /** How many needs of a node are not met, one that is named twice counted twice. */
  const missing = new Uint32Array(count);
  /** Where in `users` those that need a node end; once they are filled in, where they begin. */
  const places = new Uint32Array(count + 1);
  for (let node = 0; node < count; node++) {
    for (const need of needsOf(node)) {
      if (need === node) continue;
      missing[node]! += 1;
      places[need]! += 1;
    }
  }
  for (let node = 1; node <= count; node++) places[node]! += places[node - 1]!;
  const users = new Uint32Array(places[count]!);
  for (let node = count - 1; node >= 0; node--) {
    for (const need of needsOf(node)) {
      if (need === node) continue;
      places[need]! -= 1;
      users[places[need]!] = node;
    }
  }
  const order: number[] = [];
  for (let node = 0; node < count; node++) if (missing[node] === 0) order.push(node);
  for (let at = 0; at < order.length; at++) {
    const node = order[at]!;
    for (let place = places[node]!; place < places[node + 1]!; place++) {
      const user = users[place]!;
      missing[user]! -= 1;
      if (missing[user] === 0) order.push(user);
    }
  }
  const stuck = missing.findIndex((left) => left > 0);
  return { order, cycle: stuck < 0 ? null : findCycle(stuck, needsOf, missing) };
}

/** Follows unmet needs until a node comes again: each node that is stuck needs another that is. */
function findCycle(
  start: number,
  needsOf: (node: number) => Iterable<number>,
  missing: Uint32Array,
): number[] {
  const path: number[] = [];
  const places = new Map<number, number>();
  for (let node = start; ; ) {
    const place = places.get(node);
    if (place !== undefined) return [...path.slice(place), node];
    places.set(node, path.length);
    path.push(node);
    for (const need of needsOf(node)) {
      if (need === node || missing[need] === 0) continue;
      node = need;
      break;
    }
  }
}
