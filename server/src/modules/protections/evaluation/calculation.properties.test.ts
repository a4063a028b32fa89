import {
  compileCalculatedTag,
  compileProtection,
  createCalculatedEvaluator,
  createProtectionEvaluator,
  type PointBlock,
} from '@twinward/domain/evaluation';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletePoints } from '../../../series/index.ts';
import { makeTag } from '../../../testing/factories.ts';
import { minute, type Sample, Scene, t0 } from '../../../testing/scene.ts';
import { requestRecalculation } from './service.ts';

let scene: Scene;

beforeAll(async () => {
  scene = await Scene.create();
});
afterAll(() => scene.close());

const formulas = {
  Mean: 'AVERAGE([A], #5m) + [B]',
  Gated: 'IF ([Mean] > 150) { RETURN [Mean] - [A] } IF ([A] < 60) { RETURN NO_CALC } RETURN 0',
};
const thresholds = [
  { name: 'Sum', level: 250, logic: '[Mean] > 140 AND [A] > 60' },
  { name: 'Gate', level: 500, logic: '[Gated] > 80 OR [B] == [Gated]' },
];

const sample = fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 40, max: 100 }));
const operation = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('append' as const),
      tag: fc.integer({ min: 0, max: 1 }),
      recalculated: fc.option(fc.integer({ min: 0, max: 1 })),
      samples: fc.uniqueArray(sample, { selector: ([minutes]) => minutes, minLength: 1, maxLength: 20 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('delete' as const),
      tag: fc.integer({ min: 0, max: 1 }),
      from: fc.integer({ min: 0, max: 60 }),
      length: fc.integer({ min: 1, max: 30 }),
    }),
  },
);

describe('calculated tags and the protections that read them', () => {
  it('have the same results in any batches and order of points, with several concurrent processes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (operations) => {
        const { db } = scene.tenant;
        const tags = [await makeTag(db), await makeTag(db)] as const;
        const mean = await scene.calculated(formulas.Mean, { A: tags[0], B: tags[1] });
        const gated = await scene.calculated(formulas.Gated, { A: tags[0], Mean: mean });
        const aliases = { A: tags[0], B: tags[1], Mean: mean, Gated: gated };
        const protectionId = await scene.protect(aliases, thresholds);
        const model = [new Map<number, number>(), new Map<number, number>()] as const;
        const one = scene.process();
        const two = scene.process();
        for (const operation of operations) {
          const points = model[operation.tag]!;
          let recalculation: Promise<void> | null = null;
          let commandId: string | null = null;
          if (operation.kind === 'append') {
            if (operation.recalculated !== null) {
              const id = [mean, gated][operation.recalculated]!;
              commandId = await requestRecalculation(db, { id, name: String(id) }, scene.userId);
              recalculation = scene.run(commandId);
            }
            for (const [minutes, value] of operation.samples) points.set(minutes, value);
            await scene.append(tags[operation.tag]!, operation.samples);
          } else {
            const { from, length } = operation;
            for (const time of [...points.keys()])
              if (time >= from && time < from + length) points.delete(time);
            await deletePoints(db, tags[operation.tag]!, t0 + from * minute, t0 + (from + length) * minute);
          }
          await Promise.all([recalculation, one.settle(), two.settle(), scene.settle()]);
          if (commandId) expect((await scene.command(commandId)).status).toBe('done');
        }
        await scene.settle();
        const expected = atOnce(model[0], model[1]);
        expect(await scene.readPoints(mean)).toEqual(expected.mean);
        expect(await scene.readPoints(gated)).toEqual(expected.gated);
        if (model[0].size + model[1].size > 0) {
          expect(await scene.readExcursions(protectionId)).toEqual(expected.excursions);
          expect(await readLevel(protectionId)).toBe(expected.level);
        }
      }),
      { numRuns: 10 },
    );
  });
});

async function readLevel(protectionId: number): Promise<number | null> {
  const row = await scene.db
    .selectFrom('protection')
    .select('level')
    .where('id', '=', protectionId)
    .executeTakeFirstOrThrow();
  return row.level;
}

/** Returns the results of a single evaluation of everything. */
function atOnce(a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>) {
  const blocks = new Map<string, PointBlock>([
    ['A', toBlock(a)],
    ['B', toBlock(b)],
  ]);
  const lastTime = t0 + 60 * minute;
  for (const [name, logic] of Object.entries(formulas)) {
    const inputs = [...blocks.keys()].map((alias) => ({ alias, type: 'data_point' as const }));
    const compiled = compileCalculatedTag(logic, inputs);
    if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
    blocks.set(name, createCalculatedEvaluator(compiled.program).advance(blocks, lastTime));
  }
  const compiled = compileProtection({
    type: 'condition',
    defaultLevel: 0,
    thresholds: thresholds.map((threshold) => ({ id: threshold.name, ...threshold })),
    inputs: [...blocks.keys()].map((alias) => ({ alias, type: 'data_point' as const })),
  });
  if (!compiled.ok) throw new Error(compiled.errors[0]!.message);
  const evaluator = createProtectionEvaluator(compiled.program);
  const found = new Map<string, [string, number, number | null]>();
  for (const { threshold, start, end } of evaluator.advance(blocks, lastTime).excursions) {
    found.set(`${threshold} ${start}`, [
      thresholds[threshold]!.name,
      (start - t0) / minute,
      end === null ? null : (end - t0) / minute,
    ]);
  }
  const order = (name: string) => thresholds.findIndex((threshold) => threshold.name === name);
  const samples = ({ times, values, length }: PointBlock): Sample[] =>
    Array.from({ length }, (_, i) => [(times[i]! - t0) / minute, values[i]!]);
  return {
    mean: samples(blocks.get('Mean')!),
    gated: samples(blocks.get('Gated')!),
    excursions: [...found.values()].sort((x, y) => order(x[0]) - order(y[0]) || x[1] - y[1]),
    level: evaluator.status().level,
  };
}

function toBlock(samples: ReadonlyMap<number, number>): PointBlock {
  const times = [...samples.keys()].sort((x, y) => x - y);
  return {
    times: Float64Array.from(times, (time) => t0 + time * minute),
    values: Float64Array.from(times, (time) => samples.get(time)!),
    length: times.length,
  };
}
