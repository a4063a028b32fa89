import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { taxonomySheet } from '../../assets/taxonomy/service.ts';
import { notesSheet, offerChoices, sheetColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook } from '../../system/file/service.ts';
import { columns } from './columns.ts';

/** The sheet of assets, without rows. */
export const assetSheet = { name: 'Assets', columns: columns.map(sheetColumn) };

/** Returns the template. Allowed values are described on separate sheets. */
export const riskAnalysisTemplate = (taxonomy: readonly TaxonomyEntry[]): Promise<Buffer> =>
  createWorkbook([
    offerChoices(assetSheet, columns),
    taxonomySheet(taxonomy),
    notesSheet(columns, 'If a column is missing, its values do not change.'),
  ]);
