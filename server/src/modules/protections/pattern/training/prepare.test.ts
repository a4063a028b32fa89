import { MessageChannel } from 'node:worker_threads';
import type { PatternVersion } from '@twinward/contracts/protections/pattern-version';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrainingInput } from '../../../../platform/database/pattern-columns.ts';
import { ThreadPool } from '../../../../platform/threads/thread-pool.ts';
import { appendPoints } from '../../../../series/index.ts';
import { createTestApp, type TestApp } from '../../../../testing/app.ts';
import { makeSession, makeTag } from '../../../../testing/factories.ts';
import {
  makePump,
  type Pump,
  patternBegin,
  pumpRanges,
  runTraining,
  stateAt,
} from '../../../../testing/patterns.ts';
import { selectTraining } from '../store.ts';
import { prepareTraining } from './prepare.ts';
import type { TrainingAnswer } from './train-work.ts';

let server: TestApp;
let writer: Record<string, string>;

beforeAll(async () => {
  server = await createTestApp();
  writer = await makeSession(server.tenant.db, { groups: ['VIEWERS'], recordTypes: ['protection', 'twin'] });
});
afterAll(() => server.close());

/**
 * Requests a training.
 * @returns its input
 */
async function requestTraining({ set: { id } }: Pump): Promise<TrainingInput> {
  const answer = await server.ask('POST', `/api/indicator-patterns/${id}/train`, writer);
  expect(answer.statusCode).toBe(202);
  return (await selectTraining(server.tenant.db, id))!.input;
}

const prepare = (input: TrainingInput, onRead: (done: number) => void = () => undefined) =>
  prepareTraining(server.tenant.db, input, async (done) => onRead(done));

/** Maximum number of ranges of a set, and the seconds of each: they fill the history of the pump. */
const most = 5000;
const seconds = 14;

/** Makes a pump with the maximum number of ranges, each shorter than the interval of its points. */
async function makeManyRanges(): Promise<Pump> {
  const pump = await makePump(server, writer, { ranges: [], set: { stepSeconds: 5 } });
  const [normal, leak, wear] = pump.set.patterns.map(({ id }) => id) as [number, number, number];
  const ids = { normal, leak, wear };
  const iso = (second: number) => new Date(patternBegin + second * 1000).toISOString();
  const training = Array.from({ length: most }, (_, index) => ({
    patternId: ids[stateAt(Math.floor((index * seconds) / 60))],
    start: iso(index * seconds),
    end: iso((index + 1) * seconds),
  }));
  const path = `/api/indicator-patterns/${pump.set.id}`;
  const answer = await server.ask('PUT', path, writer, { ...pump.set, training });
  expect(answer.statusCode).toBe(200);
  return pump;
}

describe('the ranges of a training', () => {
  it('can number 5,000, and the first ones determine the interval of an input', async () => {
    const pump = await makeManyRanges();
    const input = await requestTraining(pump);
    const shares: number[] = [];
    const { ranges, holds } = await prepare(input, (done) => shares.push(done));
    expect(ranges).toHaveLength(most);
    expect(holds).toEqual([180_000, 180_000]);
    expect(shares).toEqual(shares.toSorted((one, other) => one - other));
    expect(shares.filter((share) => share < 0.2)).toHaveLength(2 * 200);
    await runTraining(server.tenant, pump.set.id);
    const path = `/api/indicator-patterns/${pump.set.id}`;
    const [version] = (await server.ask('GET', `${path}/versions`, writer)).json<PatternVersion[]>();
    const counts = version!.evaluation.patterns.map((pattern) => pattern.ranges);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(most);
  });

  it('are read beyond the first ones if those have few points of an input', async () => {
    const { patterns, ranges, inputs, ...input } = await requestTraining(await makeManyRanges());
    const hour = 3_600_000;
    const times = Array.from({ length: 20 }, (_, at) => patternBegin + at * hour);
    const tagId = await makeTag(server.tenant.db);
    await appendPoints(server.tenant.db, [{ tagId, times, values: times.map(() => 1), qualities: null }]);
    // Of 600 ranges, the first 200 have a single point of it.
    const { holds } = await prepare({
      ...input,
      patterns: patterns.slice(0, 1),
      ranges: ranges.slice(0, 600),
      inputs: [{ ...inputs[0]!, tagId }, inputs[1]!],
    });
    expect(holds).toEqual([3 * hour, 180_000]);
  });

  it('are no longer read once the training is canceled, even while intervals are measured', async () => {
    const input = await requestTraining(await makePump(server, writer));
    const shares: number[] = [];
    const canceled = prepare(input, (done) => {
      shares.push(done);
      throw new Error('canceled');
    });
    await expect(canceled).rejects.toThrow('canceled');
    // The first of five ranges, of the first of two inputs.
    expect(shares).toEqual([expect.closeTo(0.2 / 5 / 2, 9)]);
  });

  it('lead to the same windows when short ranges are added', async () => {
    const prepareWindows = async (ranges: typeof pumpRanges) =>
      (await prepare(await requestTraining(await makePump(server, writer, { ranges })))).windows;
    expect(await prepareWindows(pumpRanges)).toEqual([2, 8, 20]);
    const short: typeof pumpRanges = [
      ['No match', 600, 603],
      ['Leak', 1000, 1001],
    ];
    expect(await prepareWindows([...pumpRanges, ...short])).toEqual([2, 8, 20]);
    // A pattern that has no longer range still decides.
    expect(await prepareWindows([...pumpRanges.slice(0, 4), ['Wear', 500, 530]])).toEqual([1, 4, 10]);
  });
});

it('training produces the same bytes in two parallel threads and in the command', async () => {
  const pump = await makePump(server, writer);
  const input = await requestTraining(pump);
  const prepared = await prepare(input);
  const pools = [1, 2].map(
    () => new ThreadPool({ name: 'modules/protections/pattern/training/train-thread', threads: 1 }),
  );
  const train = async (pool: ThreadPool) => {
    const { port1, port2 } = new MessageChannel();
    try {
      return await pool.run<TrainingAnswer>({ input, prepared, progress: port2 }, { transfer: [port2] });
    } finally {
      port1.close();
      await pool.close();
    }
  };
  const answers = await Promise.all(pools.map(train));
  await runTraining(server.tenant, pump.set.id);
  const stored = await server.tenant.db
    .selectFrom('pattern_version')
    .select(['model', 'model_checksum', 'expected'])
    .where('pattern_set_id', '=', pump.set.id)
    .executeTakeFirstOrThrow();
  for (const answer of answers) {
    if ('problem' in answer) throw new Error(answer.problem);
    const { model, modelChecksum, expected } = answer.result;
    expect(modelChecksum).toBe(stored.model_checksum);
    expect(Buffer.compare(model, stored.model)).toBe(0);
    expect(Buffer.compare(expected!, stored.expected!)).toBe(0);
  }
});
