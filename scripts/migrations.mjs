// Lists each new migration in the `checksums` of its folder: a part of `npm run migrations`. `npm run check` verifies
// the lists.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './files.mjs';

export const migrationsDirectory = join(root, 'server/migrations');
const folders = ['catalogue', 'tenant'];

/** Appends the unlisted migrations, sorted by name. @returns their names */
export function listNew(folder) {
  const list = join(folder, 'checksums');
  const listed = new Set(readList(list).map(({ name }) => name));
  const added = sqlFiles(folder).filter((name) => !listed.has(name));
  for (const name of added) appendFileSync(list, `${checksum(join(folder, name))}  ${name}\n`);
  return added;
}

/**
 * Returns the problems of the list of a folder. It must have one line for each file, with the checksum of the file, and
 * begin with every released list.
 * @param released folders that contain a release's list as `<folder>.checksums`.
 */
export function findListProblems(folder, name, released) {
  const lines = readList(join(folder, 'checksums'));
  const files = new Set(sqlFiles(folder));
  const problems = [];
  const seen = new Set();
  for (const line of lines) {
    const path = `${name}/${line.name}`;
    if (seen.has(line.name)) problems.push(`${path} is listed twice in ${name}/checksums: remove one line`);
    else if (!files.has(line.name)) problems.push(`${path} is listed but missing: restore it`);
    else if (checksum(join(folder, line.name)) !== line.checksum) {
      problems.push(
        `${path} was edited. If main has it, restore it and add a new file; if only your branch has it, ` +
          `remove its line from ${name}/checksums and run: npm run migrations`,
      );
    }
    seen.add(line.name);
  }
  for (const file of files) {
    if (!seen.has(file))
      problems.push(`${name}/${file} is not listed in ${name}/checksums: run npm run migrations`);
  }
  for (const release of released) {
    const differing = readList(join(release, `${name}.checksums`)).findIndex(
      (line, i) => lines[i]?.name !== line.name || lines[i]?.checksum !== line.checksum,
    );
    if (differing >= 0) {
      problems.push(
        `line ${differing + 1} of ${name}/checksums differs from the release ${release}: lines are only appended`,
      );
    }
  }
  return problems;
}

/** Returns the problems of all lists of the product. */
export function problemsOfAll() {
  const parent = join(migrationsDirectory, 'released');
  const released = existsSync(parent) ? readdirSync(parent).map((name) => join(parent, name)) : [];
  return folders.flatMap((name) => findListProblems(join(migrationsDirectory, name), name, released));
}

function readList(path) {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const [sum, name] = line.split('  ');
    return { name, checksum: sum };
  });
}

function sqlFiles(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

function checksum(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] !== 'check') {
    for (const name of folders) {
      for (const added of listNew(join(migrationsDirectory, name))) console.log(`listed ${name}/${added}`);
    }
  }
  const problems = problemsOfAll();
  for (const problem of problems) console.error(problem);
  process.exit(problems.length === 0 ? 0 : 1);
}
