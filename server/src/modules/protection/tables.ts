import type { ProtectionType } from '@twinward/contracts/protection';
import type { ColumnType, Generated } from 'kysely';

export interface ProtectionTable {
  id: Generated<number>;
  twin_id: number;
  name: string;
  description: Generated<string>;
  type: ProtectionType;
  active: Generated<boolean>;
  default_level: Generated<number>;
  start_date: Date | null;
  /** Interval settings by alias name; written as JSON text. */
  settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  updated_at: Generated<Date>;
  /** This and what follows is what the last evaluation left. */
  level: number | null;
  driving_threshold_id: number | null;
  evaluated_at: Date | null;
  stale: Generated<boolean>;
  error: string | null;
  /** The engine's saved states as JSON; the token names their saving. */
  tracking: string | null;
  tracking_token: string | null;
  /** When passing time alone can next change the answer. */
  next_change_at: Date | null;
  /** Counted up by the database with every change of what evaluation depends on. */
  definition_version: Generated<number>;
  /** Older states of the engine, as JSON. */
  checkpoints: string | null;
}

export interface ThresholdTable {
  id: Generated<number>;
  protection_id: number;
  position: number;
  name: string;
  alias: string | null;
  type: Generated<'expression' | 'script'>;
  logic: string;
  level: number | null;
  log_excursion: Generated<boolean>;
  /** Milliseconds */
  on_delay: Generated<number>;
  /** Milliseconds */
  off_delay: Generated<number>;
  deadband: Generated<number>;
  /** Written as JSON text. */
  actions: ColumnType<unknown[], string | undefined, string>;
}

export interface ProtectionInputTable {
  protection_id: number;
  alias: string;
  tag_id: number;
}

declare module '../../platform/database.ts' {
  interface Tables {
    protection: ProtectionTable;
    threshold: ThresholdTable;
    protection_input: ProtectionInputTable;
  }
}
