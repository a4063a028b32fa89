import type { RiskImportAction } from '@twinward/contracts/risk/risk-analysis-import';

declare module '../../../platform/database/database.ts' {
  interface Tables {
    risk_analysis_import_row: {
      command_id: string;
      line: number;
      action: RiskImportAction;
      unique_id: string;
      asset_name: string;
      message: string | null;
    };
  }
}
