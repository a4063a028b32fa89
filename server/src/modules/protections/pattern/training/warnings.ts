import type { PatternEvaluation } from '@twinward/contracts/protections/pattern-version';

const fewRows = 100;
const dominant = 0.9;
/**
 * If fewer than this share of a pattern's held-out rows get the pattern as answer, it is not distinguished from another
 * one.
 */
const hardlyFound = 0.5;
const muchLeftOut = 0.5;

const percent = (share: number) => `${Math.round(share * 100)} %`;

/**
 * Finds what is doubtful about a training, in plain words.
 * @param constant the names of inputs that never changed
 */
export function findWarnings(
  { patterns, inputs, confusion, refused, suggestsLenient, leftOut }: Omit<PatternEvaluation, 'warnings'>,
  constant: readonly string[],
): string[] {
  const warnings: string[] = [];
  for (const { name, ranges, samples } of patterns) {
    if (ranges === 1) {
      warnings.push(
        `${name} has one range only. Its last third was held out, which says less than a range of its own.`,
      );
    }
    if (samples < fewRows) warnings.push(`${name} has few rows: ${samples}. More ranges make it surer.`);
  }
  const [first] = inputs;
  if (first && inputs.length > 1 && first.importance > dominant) {
    warnings.push(
      `[${first.tagAliasName}] alone distinguishes the patterns: it has ${percent(first.importance)} of the weight. Make sure that it does not merely count time or show that the machine stood still.`,
    );
  }
  for (const name of constant) warnings.push(`[${name}] never changed within the ranges.`);
  for (const [label, row] of confusion.entries()) {
    const total = row.reduce((sum, count) => sum + count, 0);
    if (total === 0) {
      warnings.push(`${patterns[label]!.name} could not be tested: no complete row of it was held out.`);
      continue;
    }
    if (row[label]! / total >= hardlyFound) continue;
    const other = row.reduce(
      (most, count, at) => (at !== label && count > (row[most] ?? -1) ? at : most),
      -1,
    );
    warnings.push(
      `${patterns[label]!.name} is hardly distinguished from ${patterns[other]!.name}: ${percent(row[other]! / total)} of its held-out rows get that answer.`,
    );
  }
  if (suggestsLenient) {
    warnings.push(
      `The gate refuses ${percent(refused!)} of the held-out rows that the trees answer right. Consider the strictness lenient.`,
    );
  }
  if (leftOut > muchLeftOut) {
    warnings.push(`The condition of use leaves out ${percent(leftOut)} of the rows in ranges.`);
  }
  return warnings;
}
