import {
  compileProtection,
  createProtectionEvaluator,
  FindingsLog,
  type PointBlock,
  type ProtectionDefinition,
} from '@twinward/domain/evaluation';
import type { BenchRow } from './row.ts';

const minute = 60_000;
const month = 43_200;
const year = 525_600;
const runs = 40;

/** What remains of 300 ms after the 120 ms for which an editor waits until typing pauses. */
const limit = 180;

/**
 * What the browser's evaluation thread does for a preview each time that typing pauses: compile what was typed, and
 * evaluate it over points that it holds, of two inputs a minute apart. Each run has other logic, as typing gives it.
 */
export async function previewBench(): Promise<BenchRow[]> {
  return [...rowsOf('a month of minutes', month, 1), ...rowsOf('a year of minutes', year, null)];
}

function rowsOf(what: string, length: number, target: number | null): BenchRow[] {
  const blocks = new Map([
    ['Flow', signal(length, 97)],
    ['Speed', signal(length, 61)],
  ]);
  const times = Array.from({ length: runs }, (_, run) => {
    const start = performance.now();
    preview(definitionOf(run), blocks, length * minute);
    return performance.now() - start;
  }).sort((one, other) => one - other);
  const row = (name: string, value: number): BenchRow => ({
    name: `preview of ${what} of 2 inputs, 3 thresholds: ${name}`,
    value,
    unit: 'ms',
    peer: 'limit',
    peerValue: limit,
    ratio: limit / value,
    target,
  });
  return [row('median', times[runs / 2]!), row('95th percentile', times[Math.floor(runs * 0.95)]!)];
}

function preview(
  definition: ProtectionDefinition,
  blocks: ReadonlyMap<string, PointBlock>,
  to: number,
): void {
  const compiled = compileProtection(definition);
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const evaluator = createProtectionEvaluator(compiled.program);
  const findings = new FindingsLog(0, to);
  findings.add(evaluator.advance(blocks, to - 1, { live: false }));
  if (findings.finish(compiled.program).evaluations === 0) throw new Error('nothing was evaluated');
}

function definitionOf(run: number): ProtectionDefinition {
  const limitOf = 80 + run / 10;
  const threshold = (id: string, logic: string, level: number) => ({ id, name: id, logic, level });
  return {
    type: 'condition',
    defaultLevel: 0,
    thresholds: [
      threshold('High', `[Flow] > ${limitOf}`, 250),
      threshold('Long', `AVERAGE([Flow], #8h) > ${limitOf} AND [Speed] > 10`, 600),
      threshold('Often', 'EXCURSIONCOUNT("High", #1d) > 3', 900),
    ],
    inputs: [
      { alias: 'Flow', type: 'data_point' },
      { alias: 'Speed', type: 'data_point' },
    ],
  };
}

/** Values from 0 to 100 that repeat only after days. */
function signal(length: number, period: number): PointBlock {
  const times = Float64Array.from({ length }, (_, index) => index * minute);
  const values = times.map((_, index) => 50 + 45 * Math.sin(index / period) + 5 * Math.sin(index / 7));
  return { times, values, length };
}
