import type { KnownHistory } from '@twinward/contracts/protections/known-history';
import type { ProtectionFindings } from '@twinward/contracts/protections/protection-preview';
import { durationToMilliseconds } from '@twinward/domain/duration';
import {
  compileProtection,
  createProtectionEvaluator,
  FindingsLog,
  type PointBlock,
  type ProtectionDefinition,
} from '@twinward/domain/evaluation';
import { findKnownEvents } from '@twinward/domain/score/known-events';
import { namedScore } from '@twinward/domain/score/named-score';
import { scoreExcursions } from '@twinward/domain/score/score';
import { percentile } from './percentile.ts';
import type { BenchRow } from './row.ts';

const minute = 60_000;
const month = 43_200;
const year = 525_600;
const runs = 40;

/** 300 ms minus the 120 ms for which the editor waits for a pause in typing. */
const limit = 180;

/**
 * Measures the work of the browser's evaluation thread for a preview: compiling the typed logic and evaluating it over
 * points of two inputs in memory, one per minute. Each run has different logic, as while typing.
 */
export async function previewBench(): Promise<BenchRow[]> {
  return [
    ...measureRows('a month of minutes', month, 1),
    ...measureRows('a year of minutes', year, 1),
    ...scoreRows(),
  ];
}

/**
 * Measures the same for a year of minutes, including the work of the page: receiving the findings from the thread, and
 * scoring them against known events.
 */
function scoreRows(): BenchRow[] {
  const blocks = createBlocks(year);
  const known = findKnownEvents(history, []);
  const alone: number[] = [];
  const scored: number[] = [];
  for (let run = 0; run < runs; run++) {
    const definition = createDefinition(run);
    const start = performance.now();
    const found = preview(definition, blocks, year * minute);
    alone.push(performance.now() - start);
    const { excursions, truncated } = structuredClone(found);
    const score = scoreExcursions(excursions, known.events, {
      thresholds: definition.thresholds.length,
      from: 0,
      to: year * minute,
      knownUntil: history.knownUntil,
      pfInterval: durationToMilliseconds(known.pfInterval),
    });
    namedScore(score, definition.thresholds);
    scored.push(performance.now() - start);
    if (truncated || score.hits === 0) throw new Error('nothing was scored');
  }
  const name = `score of a rule typed over a year of minutes, ${history.work.length} failures and ${history.ranges.length} ranges`;
  const [value, peerValue] = [percentile(scored, 0.5), percentile(alone, 0.5)];
  return [
    {
      name: `${name}: median`,
      value,
      unit: 'ms',
      peer: 'the preview alone',
      peerValue,
      ratio: peerValue / value,
      target: 0.8,
    },
    limited(`${name}: 95th percentile`, percentile(scored, 0.95), 1),
  ];
}

/** A failure every third day, and a marked range a week. */
const day = 1440 * minute;
const history: KnownHistory = {
  work: Array.from({ length: 121 }, (_, index) => ({
    id: index,
    name: 'Seal replaced',
    mechanism: null,
    duration: null,
    start: 3 * (index + 1) * day,
    completed: (3 * (index + 1) + 0.5) * day,
  })),
  ranges: Array.from({ length: 52 }, (_, index) => ({
    id: index,
    start: new Date((7 * index + 1) * day).toISOString(),
    end: new Date((7 * index + 2) * day).toISOString(),
    failedAt: null,
    failureModeId: null,
    note: 'Leak',
  })),
  failureModes: [],
  knownUntil: year * minute,
};

const shares = [
  ['median', 0.5],
  ['95th percentile', 0.95],
] as const;

const limited = (name: string, value: number, target: number | null): BenchRow => ({
  name,
  value,
  unit: 'ms',
  peer: 'limit',
  peerValue: limit,
  ratio: limit / value,
  target,
});

const createBlocks = (length: number): ReadonlyMap<string, PointBlock> =>
  new Map([
    ['Flow', signal(length, 97)],
    ['Speed', signal(length, 61)],
  ]);

function measureRows(what: string, length: number, target: number | null): BenchRow[] {
  const blocks = createBlocks(length);
  const times = Array.from({ length: runs }, (_, run) => {
    const start = performance.now();
    preview(createDefinition(run), blocks, length * minute);
    return performance.now() - start;
  });
  return shares.map(([name, share]) =>
    limited(`preview of ${what} of 2 inputs, 3 thresholds: ${name}`, percentile(times, share), target),
  );
}

function preview(
  definition: ProtectionDefinition,
  blocks: ReadonlyMap<string, PointBlock>,
  to: number,
): ProtectionFindings {
  const compiled = compileProtection(definition);
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const evaluator = createProtectionEvaluator(compiled.program);
  const findings = new FindingsLog(0, to);
  findings.add(evaluator.advance(blocks, to - 1, { live: false }));
  const found = findings.finish(compiled.program);
  if (found.evaluations === 0) throw new Error('nothing was evaluated');
  return found;
}

function createDefinition(run: number): ProtectionDefinition {
  const flowLimit = 80 + run / 10;
  const threshold = (id: string, logic: string, level: number) => ({ id, name: id, logic, level });
  return {
    type: 'condition',
    defaultLevel: 0,
    thresholds: [
      threshold('High', `[Flow] > ${flowLimit}`, 250),
      threshold('Long', `AVERAGE([Flow], #8h) > ${flowLimit} AND [Speed] > 10`, 600),
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
