import { compileProtection, createProtectionEvaluator, type PointBlock } from '@twinward/domain/evaluation';
import {
  smallClassifier,
  smallPatterns,
  trainSmallModel,
} from '@twinward/domain/evaluation/testing/classifier';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSession, makeTag } from '../../../testing/factories.ts';
import { runSimulation, setModel } from '../../../testing/patterns.ts';
import { minute, Scene, t0 } from '../../../testing/scene.ts';

let scene: Scene;
let writer: Record<string, string>;

beforeAll(async () => {
  scene = await Scene.create();
  writer = await makeSession(scene.db, { groups: ['VIEWERS'], recordTypes: ['protection'] });
});
afterAll(() => scene.close());

const second = 1 / 60;
const holds: readonly [number, number] = [4000, 9000];
const logicWith = (wear: string, leak: string) => [
  { name: 'Wear', level: 500, logic: `MATCHESPATTERN("${wear}")` },
  { name: 'Leak', level: 250, logic: `MATCHESPATTERN("${leak}") AND [B] < 1` },
];

const sample = fc.tuple(fc.integer({ min: 0, max: 120 }), fc.constantFrom(0, 0, 5, 5, -5));
const operation = fc.record({
  tag: fc.integer({ min: 0, max: 1 }),
  /** Whether a process with an empty cache takes over. */
  restarts: fc.boolean(),
  samples: fc.uniqueArray(sample, { selector: ([half]) => half, minLength: 1, maxLength: 60 }),
});

it('a model gives the same answers for points in any order, after restarts and in simulations', async () => {
  const { model, models } = trainSmallModel();
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 2, maxLength: 8 }),
      fc.constantFrom(null, '[A] > -3'),
      fc.integer({ min: 1, max: 140 }),
      async (operations, condition, half) => {
        const { db } = scene;
        const tags = [await makeTag(db), await makeTag(db)] as const;
        const protectionId = await scene.protect({ A: tags[0], B: tags[1] }, [
          { name: 'Both', level: 100, logic: '[A] > 0 AND [B] > 0' },
        ]);
        await sql`update protection set type = 'pattern' where id = ${protectionId}`.execute(db);
        const { rows: aliases } = await sql<{ id: number }>`
          select tag_alias.id from tag_alias join protection on protection.twin_id = tag_alias.twin_id
          where protection.id = ${protectionId} order by tag_alias.name`.execute(db);
        const ids = await setModel(db, protectionId, {
          model,
          patterns: smallPatterns.slice(1),
          inputs: aliases.map(({ id }, index) => ({ tagAliasId: id, hold: holds[index]! })),
          stepSeconds: 1,
          condition,
        });
        const stored = logicWith(String(ids[1]), String(ids[2]));
        await sql`delete from threshold where protection_id = ${protectionId}`.execute(db);
        for (const [position, { name, level, logic }] of stored.entries()) {
          await sql`
            insert into threshold (protection_id, position, name, logic, level)
            values (${protectionId}, ${position}, ${name}, ${logic}, ${level})`.execute(db);
        }
        const points = [new Map<number, number>(), new Map<number, number>()] as const;
        let running = scene.process({ saveInterval: 0 });
        for (const { tag, restarts, samples } of operations) {
          for (const [half, value] of samples) points[tag]!.set(half, value);
          await scene.append(
            tags[tag]!,
            samples.map(([half, value]) => [(half / 2) * second, value] as const),
          );
          await running.settle();
          if (restarts) running = scene.process({ saveInterval: 0 });
        }
        const expected = atOnce(points);
        const { rows: answers } = await sql<{ at: Date; pattern_id: number | null; refused: boolean }>`
          select at, pattern_id, refused from pattern_answer_change
          where protection_id = ${protectionId} order by at`.execute(db);
        expect(
          answers.map(({ at, pattern_id, refused }) => ({
            time: at.getTime(),
            pattern: pattern_id === null ? null : ids.indexOf(pattern_id),
            refused,
          })),
        ).toEqual(expected.answers);
        const excursions = await scene.readExcursions(protectionId);
        expect(
          excursions.map(([name, start, end]) => [name, inMilliseconds(start!), inMilliseconds(end!)]),
        ).toEqual(expected.excursions);
        for (const from of [t0, t0 + half * 500]) {
          const simulated = await simulate(protectionId, from);
          const isNow = (end: number | null) => end === null || end >= from;
          const found = simulated.answers.map(({ patternId, ...answer }) => ({
            ...answer,
            pattern: patternId === null ? null : ids.indexOf(patternId),
          }));
          const held = expected.answers.findLast(({ time }) => time <= from)?.pattern ?? null;
          expect(found[0]).toMatchObject({ time: from, pattern: held });
          expect(found.slice(1)).toEqual(expected.answers.filter(({ time }) => time > from));
          expect(
            simulated.excursions
              .map(({ threshold, start, end }) => [stored[threshold]!.name, start, end] as const)
              .filter(([, , end]) => isNow(end)),
          ).toEqual(expected.excursions.filter(([, , end]) => isNow(end)));
        }

        function atOnce(series: typeof points) {
          const compiled = compileProtection(
            {
              type: 'pattern',
              defaultLevel: 0,
              patterns: smallPatterns,
              classifier: { ...smallClassifier(['A', 'B'], holds), condition },
              inputs: ['A', 'B'].map((alias) => ({ alias, type: 'data_point' as const })),
              thresholds: logicWith('Wear', 'Leak').map((one) => ({ id: one.name, ...one })),
            },
            undefined,
            models,
          );
          if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
          const blocks = new Map([
            ['A', toBlock(series[0])],
            ['B', toBlock(series[1])],
          ]);
          const output = createProtectionEvaluator(compiled.program).advance(blocks, Date.now());
          const found = new Map<string, [string, number, number | null]>();
          for (const { threshold, start, end } of output.excursions) {
            found.set(`${threshold} ${start}`, [stored[threshold]!.name, start, end]);
          }
          const order = (name: string) => stored.findIndex((one) => one.name === name);
          return {
            answers: output.answers,
            excursions: [...found.values()].sort((x, y) => order(x[0]) - order(y[0]) || x[1] - y[1]),
          };
        }
      },
    ),
    { numRuns: 10 },
  );
});

/** Returns the answers and excursions that a simulation stores, in epoch milliseconds. */
async function simulate(protectionId: number, from: number) {
  const { rows } = await sql<{ twinId: number }>`
    select twin_id as "twinId" from protection where id = ${protectionId}`.execute(scene.db);
  const range = { startTime: from, endTime: t0 + 10 * minute };
  const body = { indicatorId: protectionId, ...rows[0]!, ...range };
  const started = await scene.ask('POST', '/api/simulations', writer, body);
  expect(started.statusCode, started.body).toBe(202);
  const { id, commandId } = started.json<{ id: number; commandId: string }>();
  await runSimulation(scene, commandId);
  const answers = await sql<{ time: number; patternId: number | null; refused: boolean }>`
    select found.at::float8 as time, found.pattern_id as "patternId", found.refused
    from simulation_answer as piece,
      unnest(piece.at, piece.pattern_id, piece.refused) with ordinality as found (at, pattern_id, refused, place)
    where simulation_id = ${id} order by piece, place`.execute(scene.db);
  const excursions = await sql<{ threshold: number; start: number; end: number | null }>`
    select threshold, (extract(epoch from start_at) * 1000)::float8 as start,
      (extract(epoch from end_at) * 1000)::float8 as end
    from simulation_excursion where simulation_id = ${id} and variant = 0
    order by threshold, start_at`.execute(scene.db);
  return { answers: answers.rows, excursions: excursions.rows };
}

const inMilliseconds = (minutes: string | number | null): number | null =>
  minutes === null ? null : Math.round(t0 + Number(minutes) * 60_000);

function toBlock(samples: ReadonlyMap<number, number>): PointBlock {
  const halves = [...samples.keys()].sort((x, y) => x - y);
  return {
    times: Float64Array.from(halves, (half) => t0 + half * 500),
    values: Float64Array.from(halves, (half) => samples.get(half)!),
    length: halves.length,
  };
}
