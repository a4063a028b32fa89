// Checks the structure: imports between folders, the order of the server's modules, ownership of tables, SQL outside stores, cycles.
//
// `scripts/arrows/known.json` counts the violations that existed when a rule was introduced. A count may only decrease:
// `node scripts/arrows.mjs --shrink` writes the lower counts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findCycles } from './arrows/cycles.mjs';
import { findForbiddenImports } from './arrows/imports.mjs';
import { compare } from './arrows/known.mjs';
import { findRankViolations } from './arrows/ranks.mjs';
import { readSources } from './arrows/sources.mjs';
import { findSqlOutsideStores } from './arrows/stores.mjs';
import { root } from './files.mjs';

const knownFile = join(root, 'scripts/arrows/known.json');

/** Returns all violations of a tree: forbidden ones, and counted ones by rule. */
export function findViolations(directory = root) {
  const sources = readSources(directory);
  const counted = findRankViolations(sources);
  counted['SQL outside a store'] = findSqlOutsideStores(sources);
  counted['files in a cycle'] = findCycles(sources).flatMap((files) =>
    files.map((file) => ({ what: files[0], where: `${file}, in a cycle of ${files.length}` })),
  );
  return { forbidden: findForbiddenImports(sources), counted };
}

function main() {
  const { forbidden, counted } = findViolations();
  const known = JSON.parse(readFileSync(knownFile, 'utf8'));
  const { problems, shrunk, left } = compare(counted, known);
  if (process.argv.includes('--shrink')) writeFileSync(knownFile, `${JSON.stringify(shrunk, null, 2)}\n`);
  else if (JSON.stringify(shrunk) !== JSON.stringify(known)) {
    problems.push('Fewer violations than known.json counts: run `node scripts/arrows.mjs --shrink`.');
  }
  const all = [...forbidden, ...problems];
  for (const problem of all) console.error(problem);
  if (all.length === 0) console.log(`The structure holds; ${left} known violations are left.`);
  process.exitCode = all.length === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
