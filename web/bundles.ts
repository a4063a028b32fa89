import { fileURLToPath } from 'node:url';

/** How modules are joined to files: a page loads few, of what several pages need. */

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

/** What a signed-in user loads first. */
const first = ['src/main.tsx', 'src/features/home/home-page.tsx'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);

/** The modules that run before the first page is shown; found once all are known. */
let start: ReadonlySet<string> | undefined;

function findStart(graph: ModuleGraph): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  first.forEach(add);
  return found;
}

const nameOfStart = (id: string, graph: ModuleGraph): string | null => {
  start ??= findStart(graph);
  return start.has(id) ? 'start' : null;
};

const library = /node_modules[\\/]|web[\\/]src[\\/](ui|shared)[\\/]/;

export const codeSplitting = {
  groups: [
    { name: nameOfStart, debugName: 'start', priority: 3 },
    { name: 'forms', test: library, minShareCount: 44, priority: 2 },
    { name: 'lists', test: library, minShareCount: 12, priority: 1 },
  ],
};
