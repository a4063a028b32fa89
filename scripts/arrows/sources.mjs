import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { listFiles } from '../files.mjs';

/** The workspaces that each workspace may import. e2e and bench may import all but web. */
export const workspaces = {
  contracts: ['contracts'],
  domain: ['contracts', 'domain'],
  server: ['contracts', 'domain', 'server'],
  web: ['contracts', 'domain', 'web'],
  bench: ['contracts', 'domain', 'server', 'bench'],
  e2e: ['contracts', 'domain', 'server', 'e2e'],
};

const specifiers =
  /(?:^|[\s;}])(?:import|export)\s+(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;

/**
 * Reads every TypeScript file of the workspaces with its imports of our own files, including type imports. Paths are
 * relative to the root.
 * @returns {{ file: string, text: string, targets: string[] }[]}
 */
export function readSources(root) {
  return Object.keys(workspaces)
    .flatMap((workspace) => listFiles(join(root, workspace, 'src')))
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => {
      const file = relative(root, path);
      const text = readFileSync(path, 'utf8');
      const targets = [...text.matchAll(specifiers)]
        .map((match) => resolveImport(root, file, match[1] ?? match[2]))
        .filter((target) => target !== null);
      return { file, text, targets };
    });
}

/** Returns the path of one of our files, relative to the root, or null for a library. */
function resolveImport(root, file, specifier) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, workspace, path] = /^@twinward\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (!workspace) return null;
  const target = join(workspace, 'src', path ?? 'index');
  return (
    [target, `${target}.ts`, `${target}.tsx`, join(target, 'index.ts')].find(
      (candidate) => /\.tsx?$/.test(candidate) && existsSync(join(root, candidate)),
    ) ?? target
  );
}

export const isTest = (file) => /\.(test|soak|story)\.tsx?$|(^|\/)testing(\/|\.ts$)/.test(file);

/** Returns the area of the server's modules that contains a file. Undefined for files outside the modules. */
export const findArea = (file) => modulePath.exec(file)?.[1];
export const findModule = (file) => modulePath.exec(file)?.[2];

const modulePath = /^server\/src\/modules\/([^/]+)\/([^/]+)\//;
