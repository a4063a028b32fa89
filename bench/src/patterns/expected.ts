import { expectRow, learnExpected } from '@twinward/domain/patterns/expected';
import type { Process } from '@twinward/domain/patterns/testing/process';
import { atLeast, atMost, type BenchRow } from '../row.ts';

const inputs = 20;
/** Drift that is added to one tag, in its standard deviations. */
const drift = 4;

/** Measures expected values, learned on the normal training run and tested on the normal test run. */
export function expectedRows({ training, tests }: Process): BenchRow[] {
  const learned = learnExpected(training[0]!.grid.values, inputs);
  const { values } = tests[0]!.grid;
  const normal = Array.from({ length: values.length / inputs }, (_, row) =>
    values.slice(row * inputs, (row + 1) * inputs),
  );
  const shareOutside = (change: (row: Float64Array) => void): number[] => {
    const outside = new Array<number>(inputs).fill(0);
    for (const one of normal) {
      const row = Float64Array.from(one);
      change(row);
      for (const [k, { excess }] of expectRow(learned, row).entries()) if (excess > 1) outside[k]! += 1;
    }
    return outside.map((count) => count / normal.length);
  };
  const inside = shareOutside(() => undefined).map((share) => 1 - share);
  const shares = Array.from({ length: inputs }, (_, drifting) =>
    shareOutside((row) => {
      row[drifting]! += drift * learned.scales[drifting]!;
    }),
  );
  const own = shares.map((share, drifting) => share[drifting]!);
  const others = shares.flatMap((share, drifting) => share.filter((_, k) => k !== drifting));
  return [
    atLeast('expected values: normal rows inside the band, of the worst tag', Math.min(...inside), '', 0.9),
    atMost('expected values: normal rows inside the band, of the widest band', Math.max(...inside), '', 0.98),
    atLeast(
      `expected values: rows in which a drift of ${drift} deviations shows in its tag`,
      Math.min(...own),
      '',
      0.7,
    ),
    atMost('expected values: rows in which it shows in another tag', Math.max(...others), '', 0.2),
  ];
}
