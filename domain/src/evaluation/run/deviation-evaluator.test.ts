import { describe, expect, it } from 'vitest';
import { learnExpected } from '../../patterns/expected.ts';
import { createRandom } from '../../patterns/random.ts';
import type { Blocks, PointBlock } from '../model/points.ts';
import { BEGINNING } from '../model/state.ts';
import { createDeviationEvaluator, createDeviationProgram } from './deviation-evaluator.ts';

const random = createRandom(3);
const noise = () => random.integer(1000) / 1000 - 0.5;
const normal = Float64Array.from(
  Array.from({ length: 400 }, (_, row) => {
    const load = 50 + 10 * Math.sin(row / 20);
    return [load + noise(), 2 * load + noise()];
  }).flat(),
);
const program = createDeviationProgram({
  expected: learnExpected(normal, 2),
  step: 10,
  inputs: [
    { alias: 'Load', hold: 25 },
    { alias: 'Heat', hold: 40 },
  ],
  input: 1,
  fingerprint: 'one',
});

const toBlock = (points: readonly (readonly [number, number])[]): PointBlock => ({
  times: Float64Array.from(points, ([time]) => time),
  values: Float64Array.from(points, ([, value]) => value),
  length: points.length,
});
const pairs = ({ times, values }: PointBlock) => Array.from(times, (time, i) => [time, values[i]!] as const);

/** Points at irregular times, with gaps longer than a value holds. */
function history(): Blocks {
  const createPoints = (least: number, factor: number) => {
    const points: [number, number][] = [];
    for (let time = 0; time < 3000; ) {
      time += least + random.integer(random.integer(8) === 0 ? 120 : 12);
      points.push([time, factor * 50 + noise()]);
    }
    return toBlock(points);
  };
  return new Map([
    ['Load', createPoints(3, 1)],
    ['Heat', createPoints(5, 2)],
  ]);
}

/** The points of a block in (after, upTo]. */
const within = (blocks: Blocks, after: number, upTo: number): Blocks =>
  new Map(
    Array.from(blocks, ([alias, block]) => [
      alias,
      toBlock(pairs(block).filter(([time]) => time > after && time <= upTo)),
    ]),
  );

describe('the deviation of an input', () => {
  it('is its value minus the expected one, at the points of the grid', () => {
    const blocks: Blocks = new Map([
      [
        'Load',
        toBlock([
          [0, 50],
          [10, 50],
          [20, 50],
        ]),
      ],
      [
        'Heat',
        toBlock([
          [0, 100],
          [10, 100],
          [20, 112],
        ]),
      ],
    ]);
    const found = pairs(createDeviationEvaluator(program).advance(blocks, 20));
    expect(found.map(([time]) => time)).toEqual([0, 10, 20]);
    expect(Math.abs(found[0]![1])).toBeLessThan(2);
    expect(found[2]![1] - found[0]![1]).toBeGreaterThan(8);
  });

  it('is the same for any split of the points and after any restarts', () => {
    for (let round = 0; round < 20; round++) {
      const blocks = history();
      const whole = pairs(createDeviationEvaluator(program).advance(blocks, 3000));
      expect(whole.length).toBeGreaterThan(50);
      const found: (readonly [number, number])[] = [];
      let evaluator = createDeviationEvaluator(program);
      let after = BEGINNING;
      while (after < 3000) {
        const upTo = Math.min(3000, Math.max(0, after) + 1 + random.integer(200));
        found.push(...pairs(evaluator.advance(within(blocks, after, upTo), upTo)));
        after = upTo;
        if (random.integer(2) === 0) continue;
        const state = JSON.parse(JSON.stringify(evaluator.save())) as ReturnType<typeof evaluator.save>;
        const kept = new Map(
          program.inputs.map(({ alias, window }) => [
            alias,
            within(blocks, state.time - window, state.time).get(alias)!,
          ]),
        );
        evaluator = createDeviationEvaluator(program, { state, history: kept });
      }
      expect(found).toEqual(whole);
    }
  });

  it('rejects a saved state of another model', () => {
    const state = createDeviationEvaluator(program).save();
    const other = createDeviationProgram({ ...program.definition, fingerprint: 'two' });
    expect(() => createDeviationEvaluator(other, { state, history: new Map() })).toThrow(RangeError);
  });
});
