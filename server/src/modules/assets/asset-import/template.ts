import type { TaxonomyEntry } from '@twinward/contracts/assets/taxonomy';
import { type FileColumn, notesSheet, offerChoices, textColumn } from '../../jobs/row-import/service.ts';
import { createWorkbook, type Sheet } from '../../system/file/service.ts';
import { taxonomySheet } from '../taxonomy/service.ts';
import { type AssetColumn, columns as ownColumns } from './columns.ts';

/** Returns the sheet of assets without rows. */
export const assetSheet = (columns: readonly FileColumn<AssetColumn>[]): Omit<Sheet, 'pages'> => ({
  name: 'Assets',
  columns: columns.map(textColumn),
});

/**
 * Creates the template. Separate sheets describe the allowed values.
 * @param further columns of further fields
 */
export function assetTemplate(
  taxonomy: readonly TaxonomyEntry[],
  further: readonly FileColumn<AssetColumn>[],
): Promise<Buffer> {
  const columns = [...ownColumns, ...further];
  return createWorkbook([
    offerChoices(assetSheet(columns), columns),
    taxonomySheet(taxonomy),
    notesSheet(columns),
  ]);
}
