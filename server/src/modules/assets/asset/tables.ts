import type { Criticality } from '@twinward/contracts/assets/asset';
import type { MtbfBasis } from '@twinward/contracts/assets/mtbf';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface AssetTable {
  id: Generated<number>;
  unique_id: string;
  asset_name: string;
  taxonomy_id: number | null;
  technical_number: string | null;
  description: Generated<string>;
  /** False for a location. */
  is_equipment: Generated<boolean>;
  criticality: Criticality | null;
  maintenance_plant: string | null;
  planning_plant: string | null;
  department_id: string | null;
  position_id: string | null;
  parent_id: number | null;
  /** The ids from the root to itself, as in /7/12/; kept by triggers. */
  path: GeneratedAlways<string>;
  version: Generated<number>;
  /** The captions of its taxonomy; kept by triggers. */
  class_label: GeneratedAlways<string>;
  /** Its twin; kept by triggers. */
  asset_twin_id: GeneratedAlways<number | null>;
}

export interface MeasuredMtbfTable {
  asset_id: number;
  /** ISO 8601 lengths of time */
  mtbf: string | null;
  previous_mtbf: string | null;
  calculated_at: Date;
  /** Written as JSON text. */
  basis: ColumnType<MtbfBasis, string, string>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    measured_mtbf: MeasuredMtbfTable;
    asset: AssetTable;
  }
}
