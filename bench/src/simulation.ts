import { compileProtection } from '@twinward/domain/evaluation';
import { identity } from '@twinward/domain/units/conversion';
import { evaluateFrom } from '@twinward/server/src/modules/protections/evaluation/evaluate.ts';
import { createInputReader } from '@twinward/server/src/modules/protections/evaluation/inputs.ts';
import {
  type InputReader,
  planEvaluation,
} from '@twinward/server/src/modules/protections/evaluation/plan.ts';
import { noHistory } from '@twinward/server/src/modules/protections/evaluation/tracking.ts';
import { importPoints } from '@twinward/server/src/series/index.ts';
import type { BenchContext, BenchRow } from './row.ts';

const tags = 20;
const minute = 60_000;
const minutesPerYear = 525_600;
const years = 10;
const start = Date.UTC(2014, 0, 1);
const mebibyte = 1024 * 1024;

/** Maximum memory above that of the idle process. */
const maximumMemory = 500;

/**
 * Measures one protection over 20 tags with ten years of minutes each, from the store to excursions, like a simulation
 * or a complete evaluation.
 */
export async function simulationBench({ database: { db } }: BenchContext): Promise<BenchRow[]> {
  const aliases = Array.from({ length: tags }, (_, tag) => `Tag ${tag}`);
  for (let tag = 0; tag < tags; tag++) {
    for (let year = 0; year < years; year++) await importPoints(db, [createPoints(tag, year)]);
  }
  const compiled = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    inputs: aliases.map((alias) => ({ alias, type: 'data_point' })),
    thresholds: [
      { id: '1', name: 'Any', level: 250, logic: aliases.map((alias) => `[${alias}] > 99`).join(' OR ') },
      { id: '2', name: 'Mean', level: 500, logic: 'AVERAGE([Tag 0], #1d) > 60 AND MAX([Tag 1], #8h) > 99' },
    ],
  });
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const { program } = compiled;
  const sources = new Map(
    aliases.map((alias, tag) => [alias, { tagId: tag + 1, unit: null, conversion: identity }]),
  );
  const stored = {
    protectionId: 1,
    twinId: 1,
    definition: program.definition,
    sources,
    thresholdIds: [1, 2],
    version: 1,
  };

  globalThis.gc?.();
  const idle = process.memoryUsage().rss;
  let peak = idle;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss);
  }, 20);
  let reading = 0;
  const reader = timed(createInputReader(db, program.definition.inputs, sources), (milliseconds) => {
    reading += milliseconds;
  });
  const begun = performance.now();
  const plan = {
    ...planEvaluation(stored, program, noHistory, null),
    atHand: null,
    liveAfter: Number.POSITIVE_INFINITY,
    activeSince: 0,
    arrived: new Map(),
    before: [],
  };
  await evaluateFrom(plan, reader, start);
  const elapsed = performance.now() - begun;
  clearInterval(watch);

  const points = tags * years * minutesPerYear;
  return [
    {
      name: 'memory of evaluating 20 tags x 10 years of minutes from the store',
      value: (peak - idle) / mebibyte,
      unit: 'MiB above idle',
      peer: 'limit',
      peerValue: maximumMemory,
      ratio: maximumMemory / ((peak - idle) / mebibyte),
      target: 1,
    },
    {
      name: 'evaluating them, from the store to excursions',
      value: points / elapsed / 1000,
      unit: 'million points/s',
      peer: 'reading them alone',
      peerValue: points / reading / 1000,
      ratio: reading / elapsed,
      target: null,
    },
  ];
}

/** A year of a sensor with a daily oscillation and a drift, in tenths. */
function createPoints(tag: number, year: number) {
  const times = new Float64Array(minutesPerYear);
  const values = new Float64Array(minutesPerYear);
  let state = tag * 100 + year + 1;
  for (let i = 0; i < minutesPerYear; i++) {
    state = (state * 48_271) % 2_147_483_647;
    times[i] = start + (year * minutesPerYear + i) * minute;
    values[i] = Math.round(500 + 300 * Math.sin(i / 229) + (state % 200)) / 10;
  }
  return { tagId: tag + 1, times, values };
}

function timed(reader: InputReader, add: (milliseconds: number) => void): InputReader {
  const measure = async <T>(work: Promise<T>): Promise<T> => {
    const begun = performance.now();
    const result = await work;
    add(performance.now() - begun);
    return result;
  };
  return {
    read: (tagId, after, upTo) => measure(reader.read(tagId, after, upTo)),
    count: (tagId, after, upTo) => measure(reader.count(tagId, after, upTo)),
    extent: (tagId) => measure(reader.extent(tagId)),
  };
}
