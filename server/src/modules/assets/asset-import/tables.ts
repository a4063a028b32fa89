import type { RowImportAction } from '@twinward/contracts/core/row-import';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    asset_import_row: {
      command_id: string;
      line: number;
      action: RowImportAction;
      unique_id: string;
      asset_name: string;
      message: string | null;
    };
  }
}
