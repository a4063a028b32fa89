import type { AssetImportAction } from '@twinward/contracts/asset-import';

declare module '../../platform/database.ts' {
  interface Tables {
    asset_import_row: {
      command_id: string;
      line: number;
      action: AssetImportAction;
      unique_id: string;
      asset_name: string;
      message: string | null;
    };
  }
}
