// Checks that every import follows the arrows of docs/architecture.md.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listFiles, root as repository } from './files.mjs';

/** What the files of each workspace may import of ours. The rest, e2e and bench, look at all but web. */
const workspaces = {
  contracts: ['contracts'],
  domain: ['contracts', 'domain'],
  server: ['contracts', 'domain', 'server'],
  web: ['contracts', 'domain', 'web'],
  bench: ['contracts', 'domain', 'server', 'bench'],
  e2e: ['contracts', 'domain', 'server', 'e2e'],
};

/** Rules between folders: each tells what is wrong with a file importing a target, or nothing. */
const rules = [
  (file, target) => {
    const [from, to] = [file.split('/')[0], target.split('/')[0]];
    return (
      workspaces[from] && workspaces[to] && !workspaces[from].includes(to) && `${from} never imports ${to}`
    );
  },
  (file, target) =>
    /^server\/src\/(platform|series)\//.test(file) &&
    target.startsWith('server/src/modules/') &&
    `${file.split('/')[2]} never imports a module`,
  (file, target) => {
    const from = /^server\/src\/modules\/([^/]+)\//.exec(file)?.[1];
    const [, to, part] = /^server\/src\/modules\/([^/]+)\/(.+)$/.exec(target) ?? [];
    // A test has to run the jobs that its module leads to.
    const open = file.endsWith('.test.ts') ? /^(service|jobs)(\.ts)?$/ : /^service(\.ts)?$/;
    return (
      from && to && from !== to && !open.test(part) && 'of another module only service.ts may be imported'
    );
  },
  (file, target) => {
    const [from, to] = [file, target].map((path) => /^web\/src\/features\/([^/]+)\//.exec(path)?.[1]);
    return from && to && from !== to && 'a feature never imports another feature';
  },
  (file, target) =>
    file.startsWith('web/src/ui/') &&
    /^web\/src\/(features|app)\//.test(target) &&
    'ui imports neither features nor app',
];

const specifiers =
  /(?:^|[\s;}])(?:import|export)\s+(?:[\w*{}\s,$]+?\s+from\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/g;

/** Every import that breaks a rule, as `file: reason (imports target)`. */
export function findViolations(root = repository) {
  return Object.keys(workspaces)
    .flatMap((workspace) => listFiles(join(root, workspace, 'src')))
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) => violationsOf(relative(root, path), readFileSync(path, 'utf8')));
}

function violationsOf(file, text) {
  const targets = [...text.matchAll(specifiers)].map((match) => resolveImport(file, match[1] ?? match[2]));
  return targets.flatMap((target) =>
    rules
      .map((rule) => target && rule(file, target))
      .filter(Boolean)
      .map((reason) => `${file}: ${reason} (imports ${target})`),
  );
}

/** The path below the repository of what is ours, or null for a library. */
function resolveImport(file, specifier) {
  if (specifier.startsWith('.')) return join(dirname(file), specifier);
  const [, workspace, path] = /^@twinward\/([^/]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  return workspace ? join(workspace, 'src', path ?? 'index') : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const violations = findViolations();
  for (const violation of violations) console.error(violation);
  console.log(
    violations.length === 0 ? 'All imports follow the arrows.' : `${violations.length} imports don't.`,
  );
  process.exit(violations.length === 0 ? 0 : 1);
}
