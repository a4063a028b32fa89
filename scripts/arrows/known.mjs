/**
 * Compares violations with the counts of known ones.
 * @param {Record<string, { what: string, where: string }[]>} counted by rule
 * @param {Record<string, Record<string, number>>} known by rule and `what`
 * @returns `problems`: a line for each violation of a kind whose count increased; `shrunk`: the lower of both counts;
 *   `left`: the number of violations
 */
export function compare(counted, known) {
  const problems = [];
  const shrunk = {};
  let left = 0;
  for (const [rule, violations] of Object.entries(counted)) {
    shrunk[rule] = {};
    for (const [what, group] of [...groupByWhat(violations)].sort(([a], [b]) => (a < b ? -1 : 1))) {
      left += group.length;
      const allowed = known[rule]?.[what] ?? 0;
      if (allowed > 0) shrunk[rule][what] = Math.min(allowed, group.length);
      if (group.length <= allowed) continue;
      problems.push(
        `${rule}: ${what}: ${group.length}, ${allowed} known`,
        ...group.map(({ where }) => `  ${where}`),
      );
    }
  }
  return { problems, shrunk, left };
}

function groupByWhat(violations) {
  const groups = new Map();
  for (const violation of violations) {
    groups.set(violation.what, [...(groups.get(violation.what) ?? []), violation]);
  }
  return groups;
}
