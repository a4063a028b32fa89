// `npm run check`: checks the packages of the lock file for known vulnerabilities. The list is stored in the
// repository, so that results are reproducible. CONTRIBUTING.md describes how to update it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './files.mjs';

/** Advisories with the affected `package` and `range` of versions, as of `date`. */
export const known = JSON.parse(readFileSync(join(root, 'scripts/advisories.json'), 'utf8'));

const tests = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
};

/** Compares versions. Negative if the first is older. A prerelease, such as `-beta.1`, is older than its release. */
function compare(one, other) {
  const [first, second] = [one, other].map((version) => {
    const [release, preview] = version.split('+')[0].split(/-(.*)/);
    return [...release.split('.').map(Number), preview === undefined ? 1 : 0];
  });
  const place = first.findIndex((part, index) => part !== second[index]);
  return place === -1 ? 0 : first[place] - second[place];
}

/**
 * Whether a version is in a range such as `<5.28.5 || >=6.0.0 <6.21.1`.
 * @throws Error for a range with another syntax.
 */
export function isIn(range, version) {
  return range.split('||').some((part) =>
    part
      .trim()
      .split(/\s+/)
      .every((condition) => {
        const [, operator, bound] = /^(<=?|>=?|=)(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/.exec(condition) ?? [];
        if (operator === undefined) throw new Error(`The range ${range} can't be read at '${condition}'.`);
        return tests[operator](compare(version, bound));
      }),
  );
}

/** Returns a line for each package of a lock file that is affected by an advisory. */
export function findVulnerable({ packages }, advisories) {
  return Object.entries(packages).flatMap(([path, { version, link }]) => {
    const name = path.split('node_modules/').at(-1);
    if (!path.includes('node_modules/') || link) return [];
    return advisories
      .filter((advisory) => advisory.package === name && isIn(advisory.range, version))
      .map(({ range, id }) => `${name} ${version} has the known vulnerability ${id} (${range})`);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const problems = findVulnerable(lock, known.advisories);
  for (const problem of problems) console.error(problem);
  const { length } = known.advisories;
  if (problems.length === 0)
    console.log(`No package has one of the ${length} vulnerabilities known on ${known.date}.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
