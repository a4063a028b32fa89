import type { Generated } from 'kysely';

export interface DemoLoadTable {
  data_set: string;
  loaded_at: Generated<Date>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    demo_load: DemoLoadTable;
  }
}
