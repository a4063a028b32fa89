import type { SimulationStatus } from '@twinward/contracts/protections/simulation';
import type { ProtectionDefinition } from '@twinward/domain/evaluation';
import type { ColumnType, Generated } from 'kysely';
import type { SimulationEnd } from '../../protections/evaluation/service.ts';
import type { VariantResult } from './result.ts';

/** What is simulated, as it was when it was asked for. */
export interface SimulationInput {
  /** The saved logic, and the second where one was given. */
  definitions: ProtectionDefinition[];
  /** Tags by alias. */
  tagIds: [alias: string, tagId: number][];
  /** Of each definition's thresholds; null for new ones. */
  thresholdIds: (number | null)[][];
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
  /** What the saved logic ended in. */
  end: Omit<SimulationEnd, 'tracking'>;
}

export interface SimulationTable {
  id: Generated<number>;
  protection_id: number;
  command_id: ColumnType<string | null, never, string>;
  created_by: number | null;
  created_at: Generated<Date>;
  range_start: Date;
  range_end: Date;
  status: Generated<SimulationStatus>;
  percent: Generated<number>;
  status_at: Generated<Date>;
  completed_at: ColumnType<Date | null, never, Date>;
  definition_version: number;
  input: ColumnType<SimulationInput, string, never>;
  result: ColumnType<SimulationResult | null, never, string>;
  /** The engine's states and checkpoints, as JSON. */
  tracking: ColumnType<string | null, never, string>;
  log: Generated<string[]>;
  error: ColumnType<string | null, never, string>;
}

export interface SimulationExcursionTable {
  simulation_id: number;
  variant: number;
  threshold: number;
  start_at: Date;
  end_at: Date | null;
  start_known_at: Date;
  end_known_at: Date | null;
  change: 'gained' | 'lost' | 'moved' | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    simulation: SimulationTable;
    simulation_excursion: SimulationExcursionTable;
  }
}
