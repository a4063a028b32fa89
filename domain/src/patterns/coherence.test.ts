import { expect, it } from 'vitest';
import { learnCoherence, type PositionRows } from './coherence.ts';
import { CoherenceLimits, computeScore } from './coherence-score.ts';
import { createRandom } from './random.ts';

/** Positions of two inputs with equal means, except for some noise. Class 1 has a wider range. */
function createRows(count: number): PositionRows {
  const random = createRandom(1);
  const labels = Uint8Array.from({ length: 2 * count }, (_, row) => (row < count ? 0 : 1));
  const positions = new Float32Array(4 * labels.length);
  for (const [row, label] of labels.entries()) {
    const mean = (random.integer(2001) / 1000 - 1) * (1 + label);
    const noise = () => random.integer(1001) / 10_000;
    positions.set([mean, noise(), mean + noise(), noise()], 4 * row);
  }
  return { width: 4, positions, labels };
}

it('distinguishes rows whose inputs fit together from rows whose inputs do not', () => {
  const rows = createRows(400);
  const learned = learnCoherence(rows, 2)!;
  const refused = (positions: Float32Array) =>
    Array.from({ length: positions.length / 4 }, (_, row) =>
      computeScore(learned, positions, 4 * row),
    ).filter((score) => score < learned.limits[1]!).length /
    (positions.length / 4);
  expect(refused(rows.positions)).toBeLessThan(0.02);
  // Each mean is plausible alone, but its sign does not fit the other one.
  const apart = Float32Array.from(rows.positions.subarray(1600), (value, i) =>
    i % 4 === 2 ? -value : value,
  );
  expect(refused(apart)).toBeGreaterThan(0.6);
});

it('gives the same decisions as the full score', () => {
  const { positions } = createRows(400);
  const learned = learnCoherence(createRows(400), 2)!;
  const position = new Float32Array(4);
  const answers = [0, 1].flatMap((label) => {
    const limits = new CoherenceLimits(learned);
    // Includes rows whose inputs don't belong together, and limits equal to the score.
    return Array.from({ length: 800 }, (_, row) => {
      const from = 4 * row;
      position.set([
        positions[from]!,
        positions[from + 1]!,
        positions[(from + 44) % 3200]!,
        positions[from + 3]!,
      ]);
      const score = computeScore(learned, position);
      const exact = new CoherenceLimits({ ...learned, limits: Float64Array.of(score, score) });
      expect(exact.reaches(position, label)).toBe(true);
      expect(limits.reaches(position, label)).toBe(score >= learned.limits[label]!);
      return limits.reaches(position, label);
    });
  });
  expect(new Set(answers)).toEqual(new Set([true, false]));
});

it('learns the same from the same rows, and reports progress for each tree', () => {
  let trees = 0;
  const learned = learnCoherence(createRows(100), 2, () => {
    trees += 1;
  });
  expect(trees).toBe(192);
  expect(learnCoherence(createRows(100), 2)).toEqual(learned);
});

it('learns nothing from a single input or from few rows', () => {
  const rows = createRows(10);
  expect(learnCoherence(rows, 2)).toBeNull();
  const single = createRows(400);
  expect(learnCoherence({ ...single, width: 2, labels: new Uint8Array(1600) }, 1)).toBeNull();
});
