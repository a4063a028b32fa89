/** A record of a package, with the ids of the records that must be there before it. */
export interface OrderNode {
  id: string;
  /** Ids; those that no node has don't count, nor does its own. */
  needs: readonly string[];
}

/**
 * Orders nodes so that each stands behind those that it needs; else in the given order (Kahn's algorithm).
 * @returns the order without the nodes of cycles and what needs them, and of those one cycle, as ids from a
 * node back to it; null without one.
 */
export function orderByNeeds(nodes: readonly OrderNode[]): { order: string[]; cycle: string[] | null } {
  const known = new Map(nodes.map((node) => [node.id, node]));
  const needsOf = (node: OrderNode) => [
    ...new Set(node.needs.filter((id) => id !== node.id && known.has(id))),
  ];
  const missing = new Map<string, number>();
  const neededBy = new Map<string, string[]>();
  for (const node of nodes) {
    const needs = needsOf(node);
    missing.set(node.id, needs.length);
    for (const id of needs) {
      const users = neededBy.get(id);
      if (users) users.push(node.id);
      else neededBy.set(id, [node.id]);
    }
  }
  const order = nodes.filter(({ id }) => missing.get(id) === 0).map(({ id }) => id);
  for (let at = 0; at < order.length; at++) {
    for (const id of neededBy.get(order[at]!) ?? []) {
      const left = missing.get(id)! - 1;
      missing.set(id, left);
      if (left === 0) order.push(id);
    }
  }
  const stuck = nodes.find(({ id }) => missing.get(id)! > 0);
  return { order, cycle: stuck ? findCycle(stuck, known, missing) : null };
}

/** Follows unmet needs until a node comes again: each node that is stuck needs another that is. */
function findCycle(
  start: OrderNode,
  known: ReadonlyMap<string, OrderNode>,
  missing: ReadonlyMap<string, number>,
): string[] {
  const path: string[] = [];
  const places = new Map<string, number>();
  for (let node = start; ; ) {
    const place = places.get(node.id);
    if (place !== undefined) return [...path.slice(place), node.id];
    places.set(node.id, path.length);
    path.push(node.id);
    const next = node.needs.find((id) => id !== node.id && (missing.get(id) ?? 0) > 0)!;
    node = known.get(next)!;
  }
}
