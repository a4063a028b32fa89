import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import type { ColumnType } from 'kysely';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    measured_mtbf: {
      asset_id: number;
      /** ISO 8601 lengths of time */
      mtbf: string | null;
      previous_mtbf: string | null;
      calculated_at: Date;
      /** Written as JSON text. */
      basis: ColumnType<MtbfBasis, string, string>;
    };
  }
}
