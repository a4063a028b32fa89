import type { IntervalSetting } from '@twinward/contracts/protections/interval-setting';
import type { DirtyFlag, ProtectionType } from '@twinward/contracts/protections/protection';
import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
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
  updated_at: Generated<Date>;
  /** Counts up with every change, so that nobody overwrites one that they have not seen. */
  version: Generated<number>;
  /** What changed since the last evaluation. */
  dirty_flags: Generated<DirtyFlag[]>;
  /** This and what follows is what the last evaluation left. */
  level: number | null;
  driving_threshold_id: number | null;
  evaluated_at: Date | null;
  stale: Generated<boolean>;
  error: string | null;
  /** How often in succession its evaluation took too many steps. */
  overruns: Generated<number>;
  /** Since when it is not evaluated any more, because it did so too often. */
  set_aside_at: Date | null;
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
  actions: ColumnType<ThresholdAction[], string | undefined, string>;
}

/** How often an input is expected; empty for one without settings. */
export type StoredSetting = Partial<Omit<IntervalSetting, 'tagAliasId'>>;

export interface ProtectionAliasTable {
  protection_id: number;
  tag_alias_id: number;
  /** Written as JSON text. */
  settings: ColumnType<StoredSetting, string | undefined, string>;
}

export interface ProtectionInputTable {
  protection_id: number;
  alias: string;
  tag_id: number;
}

export interface ShelvingTable {
  protection_id: number;
  until: Date;
  since: Generated<Date>;
  /** Who shelved it; null where the user is gone. */
  user_id: number | null;
  reason: string;
}

export interface FailureModeProtectionTable {
  failure_mode_id: number;
  protection_id: number;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    protection: ProtectionTable;
    threshold: ThresholdTable;
    protection_alias: ProtectionAliasTable;
    protection_input: ProtectionInputTable;
    shelving: ShelvingTable;
    failure_mode_protection: FailureModeProtectionTable;
    /** A view. */
    protection_of_failure_mode: FailureModeProtectionTable;
  }
}
