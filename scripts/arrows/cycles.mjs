/**
 * Groups of files that import one another in a cycle, type imports included.
 * @param sources as `readSources` returns them
 * @returns {string[][]} each group sorted
 */
export function findCycles(sources) {
  const graph = new Map(sources.map(({ file, targets }) => [file, targets]));
  return stronglyConnected(graph)
    .filter((group) => group.length > 1)
    .map((group) => group.sort())
    .sort((a, b) => a[0].localeCompare(b[0]));
}

/** Tarjan's algorithm (1972), with an explicit stack so that long chains don't overflow the call stack. */
function stronglyConnected(graph) {
  const index = new Map();
  const low = new Map();
  const open = new Set();
  const path = [];
  const groups = [];
  const enter = (node) => {
    index.set(node, index.size);
    low.set(node, index.get(node));
    path.push(node);
    open.add(node);
    return { node, targets: graph.get(node).filter((target) => graph.has(target)), next: 0 };
  };
  for (const start of graph.keys()) {
    if (index.has(start)) continue;
    const frames = [enter(start)];
    while (frames.length > 0) {
      const frame = frames.at(-1);
      const { node, targets } = frame;
      if (frame.next < targets.length) {
        const target = targets[frame.next++];
        if (!index.has(target)) frames.push(enter(target));
        else if (open.has(target)) low.set(node, Math.min(low.get(node), index.get(target)));
        continue;
      }
      frames.pop();
      const parent = frames.at(-1)?.node;
      if (parent !== undefined) low.set(parent, Math.min(low.get(parent), low.get(node)));
      if (low.get(node) !== index.get(node)) continue;
      const group = path.splice(path.indexOf(node));
      for (const member of group) open.delete(member);
      groups.push(group);
    }
  }
  return groups;
}
