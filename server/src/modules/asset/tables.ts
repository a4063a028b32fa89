import type { Generated } from 'kysely';

export interface AssetTable {
  id: Generated<number>;
  unique_id: string;
  asset_name: string;
  category: string | null;
  class: string | null;
  type: string | null;
  technical_number: string | null;
  description: Generated<string>;
  is_equipment: Generated<boolean>;
  maintenance_plant: string | null;
  planning_plant: string | null;
  department_id: string | null;
  position_id: string | null;
}

declare module '../../platform/database.ts' {
  interface Tables {
    asset: AssetTable;
  }
}
