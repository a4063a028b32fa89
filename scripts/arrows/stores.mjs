import { findModule, isTest } from './sources.mjs';

/** Folders that compile SQL from definitions of users: queries, and fields of record types. */
const compilers = ['server/src/modules/questions/query/', 'server/src/modules/records/field/'];

const imports = /(?:^|[\s;}])(?:import|export)\s+(?!type\b)([\w*{}\s,$]+?)\s+from\s+['"]kysely['"]/g;

/**
 * Finds files of the server's modules that use Kysely's `sql` but are not stores. Tests and seeds are exempt.
 * @returns {{ what: string, where: string }[]} `what` names the module, `where` the file
 */
export function findSqlOutsideStores(sources) {
  return sources
    .filter(({ file, text }) => findModule(file) && !mayHaveSql(file) && importsSql(text))
    .map(({ file }) => ({ what: findModule(file), where: file }));
}

const mayHaveSql = (file) =>
  /\/(seed|store|[^/]+-store)\.ts$/.test(file) ||
  isTest(file) ||
  compilers.some((folder) => file.startsWith(folder));

/** Whether a file imports or exports `sql` of Kysely, under any name, or all of Kysely. */
const importsSql = (text) =>
  [...text.matchAll(imports)].some(
    ([, names]) => names.includes('*') || names.split(/[{},]/).some((name) => /^\s*sql(\s|$)/.test(name)),
  );
