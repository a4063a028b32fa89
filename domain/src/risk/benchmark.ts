import { gamma } from './gamma.ts';
import type { Weibull } from './weibull.ts';

/** Mean life of a Weibull distribution, in days: eta gamma(1 + 1 / beta). Source: IEC 61649:2008. */
export function meanLife({ shape, scale }: Weibull): number {
  return scale * gamma(1 + 1 / shape);
}

/** Characteristic life, in days, of lives with this mean and shape: MTBF / gamma(1 + 1 / beta). */
export function characteristicLife(mtbfDays: number, shape: number): number {
  return mtbfDays / gamma(1 + 1 / shape);
}

/**
 * The age, in days, by which a share of the lives has ended, t = eta (-ln(1 - F))^(1 / beta); 0.1 gives B10.
 */
export function ageOfShare({ shape, scale }: Weibull, share: number): number {
  return scale * (-Math.log1p(-share)) ** (1 / shape);
}

/** Levels of the taxonomy, most specific first: the search order for a benchmark. */
export const benchmarkLevels = ['type', 'class', 'category'] as const;
export type BenchmarkLevel = (typeof benchmarkLevels)[number];

/** The most specific benchmark of an asset: of its type, class or category; null without one. */
export function nearestBenchmark<Found extends { taxonomyId: number }>(
  benchmarks: readonly Found[],
  taxonomy: Record<BenchmarkLevel, number | null>,
): (Found & { level: BenchmarkLevel }) | null {
  for (const level of benchmarkLevels) {
    const found = benchmarks.find(({ taxonomyId }) => taxonomyId === taxonomy[level]);
    if (found) return { ...found, level };
  }
  return null;
}

/** The benchmark that an asset's lives are compared with. */
export interface LibraryLife {
  /** Level of the taxonomy entry of the benchmark. */
  level: BenchmarkLevel;
  /** Days */
  characteristicLife: number;
}

export interface ComparedAsset {
  hasTaxonomy: boolean;
  /** Days; null if the asset has neither a distribution nor a measured MTBF. */
  characteristicLife: number | null;
  library: LibraryLife | null;
}

export const noComparison = {
  taxonomy: 'No taxonomy assigned.',
  library: 'No library characteristic life found for the taxonomy.',
  own: 'The asset has no characteristic life. Set a probability or measure its MTBF.',
} as const;

export type ComparativeLife = { days: number; level: BenchmarkLevel } | { days: null; reason: string };

/**
 * The difference between an asset's characteristic life and that of the library, in days. Negative is worse,
 * zero counts as better. Gives the reason if there is no figure.
 */
export function compareLife({ hasTaxonomy, characteristicLife, library }: ComparedAsset): ComparativeLife {
  if (!hasTaxonomy) return { days: null, reason: noComparison.taxonomy };
  if (library === null) return { days: null, reason: noComparison.library };
  if (characteristicLife === null) return { days: null, reason: noComparison.own };
  const days = characteristicLife - library.characteristicLife;
  return { days, level: library.level };
}
