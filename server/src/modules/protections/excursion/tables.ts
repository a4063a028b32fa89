import type { Generated } from 'kysely';

export interface ExcursionTable {
  id: Generated<number>;
  protection_id: number;
  threshold_id: number;
  start_at: Date;
  /** Null while open */
  end_at: Date | null;
  /** When start and end became known to the evaluation, in the points' own time. */
  start_known_at: Date;
  end_known_at: Date | null;
  /** Whether its begin was announced, or is not to be. */
  announced: Generated<boolean>;
}

export interface LevelChangeTable {
  protection_id: number;
  at: Date;
  level: number;
  driving_threshold_id: number | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    excursion: ExcursionTable;
    level_change: LevelChangeTable;
  }
}
