import { openViews, owners, places } from './modules.mjs';
import { findArea, findModule, isTest } from './sources.mjs';
import { tablesIn } from './sql.mjs';

/**
 * Finds violations of the order of the server's modules, in a list for each rule. Tests are exempt, because they create
 * records of any module.
 * @returns {Record<string, { what: string, where: string }[]>} `what` names the modules, `where` the file
 */
export function findRankViolations(sources) {
  const found = {
    'modules without a rank': [],
    'imports against the order of the modules': [],
    "writes to another module's table": [],
    'reads of a table of a higher rank': [],
  };
  const [unranked, imports, writes, reads] = Object.values(found);
  for (const { file, text, targets } of sources) {
    if (isTest(file)) continue;
    const module = findModule(file);
    const from = places.get(module);
    if (module && from?.area !== findArea(file))
      unranked.push({ what: `${findArea(file)}/${module}`, where: file });
    for (const target of targets) {
      const to = places.get(findModule(target));
      if (from && to && to.position > from.position) {
        imports.push({ what: `${module} imports ${findModule(target)}`, where: `${file} imports ${target}` });
      }
    }
    const reader = module ?? /^server\/src\/(platform|series)\//.exec(file)?.[1];
    if (!reader || !file.startsWith('server/src/')) continue;
    const named = tablesIn(text, owners);
    for (const table of named.writes) {
      if (owners.get(table) !== reader) writes.push({ what: `${reader} writes ${table}`, where: file });
    }
    for (const table of named.reads) {
      if (!openViews.has(table) && getRank(owners.get(table)) > getRank(reader)) {
        reads.push({ what: `${reader} reads ${table}`, where: file });
      }
    }
  }
  return found;
}

/** Returns the rank, from 1 for the lowest modules. 0 for code below the modules. */
function getRank(owner) {
  const place = places.get(owner);
  return place ? place.rank + 1 : 0;
}
