/**
 * Sorts the nodes 0 to `count` - 1 topologically, dependencies first, with Kahn's algorithm. Memory use is a few
 * numbers per node.
 * @param listNeeds returns the dependencies of a node; the node itself is ignored.
 * @returns the order, without the nodes of cycles and their dependents; and one cycle, as nodes from one back to it, or
 * null.
 */
export function orderByNeeds(
  count: number,
  listNeeds: (node: number) => Iterable<number>,
): { order: number[]; cycle: number[] | null } {
  /** Number of unmet dependencies by node. Duplicates count. */
  const missing = new Uint32Array(count);
  /** Offset of a node's dependents in `users`: first their end, and after filling their start. */
  const places = new Uint32Array(count + 1);
  for (let node = 0; node < count; node++) {
    for (const need of listNeeds(node)) {
      if (need === node) continue;
      missing[node]! += 1;
      places[need]! += 1;
    }
  }
  for (let node = 1; node <= count; node++) places[node]! += places[node - 1]!;
  const users = new Uint32Array(places[count]!);
  for (let node = count - 1; node >= 0; node--) {
    for (const need of listNeeds(node)) {
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
  return { order, cycle: stuck < 0 ? null : findCycle(stuck, listNeeds, missing) };
}

/** Follows unmet dependencies until a node repeats: each blocked node depends on another blocked node. */
function findCycle(
  start: number,
  listNeeds: (node: number) => Iterable<number>,
  missing: Uint32Array,
): number[] {
  const path: number[] = [];
  const places = new Map<number, number>();
  for (let node = start; ; ) {
    const place = places.get(node);
    if (place !== undefined) return [...path.slice(place), node];
    places.set(node, path.length);
    path.push(node);
    for (const need of listNeeds(node)) {
      if (need === node || missing[need] === 0) continue;
      node = need;
      break;
    }
  }
}
