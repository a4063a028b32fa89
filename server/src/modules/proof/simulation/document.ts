import type { ProtectionDefinition } from '@twinward/domain/evaluation';
import type { InputSource } from '../../protections/definition/service.ts';
import type { SimulationEnd } from '../../protections/evaluation/service.ts';
import type { SimulatedPattern, VariantResult } from './result.ts';

/** The input of a simulation, at the time of its request. */
export interface SimulationInput {
  /** The saved logic, and the second one if given. */
  definitions: ProtectionDefinition[];
  /** By alias. */
  sources: [alias: string, InputSource][];
  /** Ids of the thresholds of each definition; null for new ones. */
  thresholdIds: (number | null)[][];
  /**
   * Patterns of a pattern protection, in the order of the definition's patterns. Absent in simulations of earlier
   * versions.
   */
  patterns?: SimulatedPattern[];
}

export interface SimulationResult {
  stats: {
    points: number;
    evaluations: number;
    excursions: number;
    milliseconds: number;
    readingMilliseconds: number;
  };
  /** By definition. */
  variants: VariantResult[];
  latest: { alias: string; time: number; value: number | null }[];
  comparison: {
    name: string;
    first: number | null;
    second: number | null;
    gained: number;
    lost: number;
    moved: number;
    same: number;
  }[];
  /** Final state of the saved logic. */
  end: Omit<SimulationEnd, 'tracking'>;
  /** The pattern of the last answer; null if none exists. Absent in simulations of earlier versions. */
  patternId?: number | null;
}
