import type { ThresholdAction } from '@twinward/contracts/protections/threshold';
import type { Generated } from 'kysely';

/** An action that fired: once for an excursion and a direction. */
export interface ActionFiringTable {
  id: Generated<number>;
  protection_id: number;
  threshold_id: number;
  action_id: string;
  type: ThresholdAction['type'];
  excursion_start: Date;
  direction: 'enter' | 'exit';
  at: Date;
  /** As it was then. */
  action: unknown;
  created_at: Generated<Date>;
  /** Null while what it asks for is yet to be done. */
  handled_at: Date | null;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    action_firing: ActionFiringTable;
  }
}
