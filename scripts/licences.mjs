// `npm run check`: checks that the licence of each installed package permits its use.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './files.mjs';

/** Licences that require only their notice. */
const permitted = new Set([
  ...['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'ISC', 'PostgreSQL'],
  ...['BlueOak-1.0.0', 'CC0-1.0', 'Unlicense', 'Zlib', 'Python-2.0'],
]);
/** Licences that require publishing changed files. Permitted for unchanged packages, such as fonts and tools. */
const permittedUnchanged = new Map([
  ['OFL-1.1', ({ name }) => name.startsWith('@fontsource')],
  ['MPL-2.0', ({ isTool }) => isTool],
]);
/** Licences of packages that are stated in their LICENSE or README, but not in their package.json. */
const stated = new Map([
  ['dequeue@1.0.5', 'BSD-2-Clause'],
  ['humanize@0.0.9', 'MIT'],
  ['only@0.0.2', 'MIT'],
  ['precond@0.2.3', 'MIT'],
]);

/** Whether an SPDX expression contains only permitted licences. */
function isPermitted(expression, entry) {
  const text = expression.replace(/^\((.*)\)$/, '$1');
  if (text.includes(' OR ')) return text.split(' OR ').some((one) => isPermitted(one, entry));
  if (text.includes(' AND ')) return text.split(' AND ').every((one) => isPermitted(one, entry));
  return permitted.has(text) || (permittedUnchanged.get(text)?.(entry) ?? false);
}

/** Returns a line for each package of a lock file that is not permitted. */
export function findProblems({ packages }) {
  return Object.entries(packages).flatMap(([path, { version, license, dev, link }]) => {
    const name = path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || link) return [];
    const licence = license ?? stated.get(`${name}@${version}`);
    if (licence === undefined) return [`${name} ${version} names no licence`];
    if (isPermitted(licence, { name, isTool: dev === true })) return [];
    return [`${name} ${version} has the licence ${licence}, which is not among those permitted`];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = findProblems(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  for (const problem of problems) console.error(problem);
  if (problems.length === 0) console.log('Each package has a licence that is permitted.');
  process.exitCode = problems.length === 0 ? 0 : 1;
}
