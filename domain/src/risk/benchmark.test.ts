import { describe, expect, it } from 'vitest';
import { ageOfShare, characteristicLife, compareLife, meanLife, nearestBenchmark } from './benchmark.ts';
import { gamma } from './gamma.ts';

describe('gamma', () => {
  it.each([
    [0.5, Math.sqrt(Math.PI)],
    [1, 1],
    [1.5, Math.sqrt(Math.PI) / 2],
    [5, 24],
    [11, 3_628_800],
  ])('of %d is %d', (x, value) => expect(gamma(x) / value).toBeCloseTo(1, 12));
});

describe('a Weibull distribution', () => {
  it('has the characteristic life as mean if its shape is 1', () => {
    expect(meanLife({ shape: 1, scale: 1000 })).toBeCloseTo(1000, 9);
    expect(meanLife({ shape: 2, scale: 1000 })).toBeCloseTo(886.2269, 4);
  });

  it('converts the mean back to the characteristic life', () => {
    for (const shape of [0.1, 0.5, 1, 1.57474, 3.6, 20]) {
      expect(characteristicLife(meanLife({ shape, scale: 730 }), shape)).toBeCloseTo(730, 9);
    }
  });

  it('has 63.2 % failures by the characteristic life, and 10 % by B10', () => {
    expect(ageOfShare({ shape: 3, scale: 500 }, -Math.expm1(-1))).toBeCloseTo(500, 9);
    expect(ageOfShare({ shape: 2, scale: 1000 }, 0.1)).toBeCloseTo(324.5928, 4);
  });
});

it('the nearest benchmark is the one of the type, then of the class, then of the category', () => {
  const entries = [1, 2, 3].map((taxonomyId) => ({ taxonomyId }));
  const findLevel = (category: number | null, ofClass: number | null, type: number | null) =>
    nearestBenchmark(entries, { category, class: ofClass, type });
  expect(findLevel(1, 2, 3)).toEqual({ taxonomyId: 3, level: 'type' });
  expect(findLevel(1, 2, 9)).toEqual({ taxonomyId: 2, level: 'class' });
  expect(findLevel(1, null, null)).toEqual({ taxonomyId: 1, level: 'category' });
  expect(findLevel(9, null, null)).toBeNull();
  expect(findLevel(null, null, null)).toBeNull();
});

describe('compareLife', () => {
  const library = { level: 'class', characteristicLife: 1000 } as const;
  const asset = { hasTaxonomy: true, characteristicLife: 900, library };

  it('is signed: negative means shorter than the library', () => {
    expect(compareLife(asset)).toEqual({ days: -100, level: 'class' });
    expect(compareLife({ ...asset, characteristicLife: 1000 })).toEqual({
      days: 0,
      level: 'class',
    });
    expect(compareLife({ ...asset, characteristicLife: 1250.5 })).toMatchObject({ days: 250.5 });
  });

  it.each([
    [{ ...asset, hasTaxonomy: false, library: null }, 'No taxonomy assigned.'],
    [{ ...asset, library: null }, 'No library characteristic life found for the taxonomy.'],
    [
      { ...asset, characteristicLife: null },
      'The asset has no characteristic life. Set a probability or measure its MTBF.',
    ],
  ])('returns a reason without a comparison', (compared, reason) => {
    expect(compareLife(compared)).toEqual({ days: null, reason });
  });
});
