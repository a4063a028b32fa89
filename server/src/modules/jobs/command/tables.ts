import type { CommandStatus, CommandType } from '@twinward/contracts/core/command';
import type { ColumnType, Generated } from 'kysely';

export interface CommandTable {
  id: Generated<string>;
  type: CommandType;
  target_type: string;
  target_id: string;
  target_name: string;
  status: Generated<CommandStatus>;
  percent: Generated<number>;
  input: ColumnType<Record<string, unknown>, string, never>;
  result: ColumnType<Record<string, unknown> | null, string | null, string | null>;
  error: string | null;
  cancel_requested: Generated<boolean>;
  /** Fencing token: counts the runs. */
  run_token: Generated<number>;
  created_by: number | null;
  created_at: ColumnType<Date, never, never>;
  started_at: Date | null;
  finished_at: Date | null;
}

/** The tags whose points a command writes. */
export interface CommandTagTable {
  tag_id: number;
  command_id: string;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    command: CommandTable;
    command_tag: CommandTagTable;
  }
}
