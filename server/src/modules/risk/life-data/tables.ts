import type { LifeFitSource } from '@twinward/contracts/risk/life-data';
import type { Generated, JSONColumnType } from 'kysely';

/** What of a fit is kept beside what is kept in columns of its own. */
export type FitBasis = Pick<LifeFitSource, 'title' | 'method' | 'failures' | 'suspensions' | 'request'>;

declare module '../../../platform/database/database.ts' {
  interface Tables {
    life_fit: {
      id: Generated<number>;
      twin_id: number | null;
      taxonomy_id: number | null;
      risk_analysis_id: number | null;
      asset_id: number | null;
      shape: number;
      /** ISO 8601 length of time */
      scale: string;
      basis: JSONColumnType<FitBasis>;
      created_by: number | null;
      created_at: Generated<Date>;
    };
  }
}
