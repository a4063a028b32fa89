import type { Permissions } from '@twinward/contracts/access/access';
import { type Asset, maximumExportedAssets } from '@twinward/contracts/assets/asset';
import type { ListBody } from '@twinward/contracts/core/list';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { openFurtherColumns } from '../../jobs/row-import/service.ts';
import { createWorkbook, type TableCell } from '../../system/file/service.ts';
import { listAssets, type Place, readAssetPlaces } from '../asset/service.ts';
import { type ColumnName, columns, toTexts } from './columns.ts';
import { assetSheet } from './template.ts';

const rowsPerRead = 1000;

/**
 * Exports a list of assets as a workbook with the columns of the import.
 * @throws AppError `not-found` if the place to list below does not exist; `too-large` if there are more assets than a
 *   workbook can hold.
 */
export async function assetWorkbook(
  db: Db,
  { reader, body, under }: { reader: Permissions; body: ListBody; under?: Place | undefined },
): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'asset', columns);
  const rows: TableCell[][] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, total } = await listAssets(
      db,
      reader,
      { ...body, pageNumber, pageSize: rowsPerRead },
      under,
    );
    if (total > maximumExportedAssets) {
      throw new AppError(
        'too-large',
        `One workbook takes ${maximumExportedAssets.toLocaleString('en-US')} assets. Please choose fewer by filters.`,
      );
    }
    const places = await readAssetPlaces(
      db,
      records.map(({ uniqueId }) => uniqueId),
    );
    const parents = new Map(places.map(({ id, parent }) => [id, parent]));
    const furtherCells = await further.listCells(reader, records);
    records.forEach((asset, place) => {
      const cells = toCells(asset, parents.get(asset.id) ?? null);
      rows.push([...columns.map(({ name }) => cells[name]), ...furtherCells[place]!]);
    });
    if (records.length < rowsPerRead) break;
  }
  return createWorkbook([{ ...assetSheet([...columns, ...further.columns]), pages: [rows] }]);
}

function toCells(asset: Asset, parent: string | null): Record<ColumnName, string | null> {
  return {
    ...toTexts(asset),
    kind: asset.isEquipment ? 'equipment' : 'location',
    parent,
    category: asset.category?.caption ?? null,
    class: asset.class?.caption ?? null,
    type: asset.type?.caption ?? null,
    criticality: asset.criticality,
  };
}
