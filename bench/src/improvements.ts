import { type Choice, chooseWithinBudget } from '@twinward/domain/risk/budget';
import { createChoices, kinds } from './risk/choices.ts';
import { bestGainByTable } from './risk/dynamic-program.ts';
import { type BenchRow, medianMilliseconds } from './row.ts';

const assets = 1000;
const optionsPerAsset = [1, 3];
const unit = 100;
/** Maximum milliseconds for 1,000 assets with three options each. */
const limit = 100;

/**
 * Measures finding the best options of 1,000 assets, with a tenth and a half of the cost of all most expensive options.
 */
export async function improvementsBench(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const options of optionsPerAsset) {
    for (const kind of kinds) {
      const choices = createChoices(kind, assets, options);
      const all = choices.reduce(
        (sum, { alternatives }) => sum + Math.max(...alternatives.map(({ cost }) => cost)),
        0,
      );
      for (const part of [10, 2]) {
        const budget = unit * Math.floor(all / part / unit);
        const name = `${assets} assets x ${options}, ${kind}, 1/${part} of their costs`;
        rows.push(...(await compare(name, choices, budget)));
      }
    }
  }
  return rows;
}

async function compare(name: string, choices: readonly Choice[], budget: number): Promise<BenchRow[]> {
  const choice = chooseWithinBudget(choices, budget);
  // The dynamic program takes seconds, so it runs once.
  const start = performance.now();
  const best = bestGainByTable(choices, budget, unit);
  const peer = performance.now() - start;
  if (choice.isExact && Math.abs(choice.gain - best) > 1e-6 * best) {
    throw new Error(`${name}: the optimiser gains ${choice.gain}, the table ${best}`);
  }
  const [ours] = await medianMilliseconds(5, async () => chooseWithinBudget(choices, budget));
  const found = choice.isExact
    ? 'exact'
    : `not exact: ${((100 * choice.gain) / best).toFixed(4)} % of the best`;
  const row = { name: `the best set of ${name} (${found})`, value: ours, unit: 'ms' };
  return [
    {
      ...row,
      peer: 'table of all amounts, the gain alone',
      peerValue: peer,
      ratio: peer / ours,
      target: null,
    },
    { ...row, peer: 'limit', peerValue: limit, ratio: choice.isExact ? limit / ours : 0, target: 1 },
  ];
}
