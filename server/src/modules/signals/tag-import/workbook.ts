import type { Permissions } from '@twinward/contracts/access/access';
import type { ListBody } from '@twinward/contracts/core/list';
import { maximumExportedTags } from '@twinward/contracts/signals/tag-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { getAssets } from '../../assets/asset/service.ts';
import { openFurtherColumns } from '../../jobs/row-import/service.ts';
import { createWorkbook, type TableCell } from '../../system/file/service.ts';
import { listTags, listTagsByName, type NamedTag } from '../tag/service.ts';
import { type ColumnName, columns, listSeparator } from './columns.ts';
import { tagSheet } from './template.ts';

const rowsPerRead = 1000;

/**
 * Exports a list of tags as a workbook with the columns of the import.
 * @throws AppError `too-large` for more tags than the maximum per workbook.
 */
export async function tagWorkbook(
  db: Db,
  { reader, body }: { reader: Permissions; body: ListBody },
): Promise<Buffer> {
  const further = await openFurtherColumns(db, 'tag', columns);
  const rows: TableCell[][] = [];
  for (let pageNumber = 1; ; pageNumber++) {
    const { records, total } = await listTags(db, reader, { ...body, pageNumber, pageSize: rowsPerRead });
    if (total > maximumExportedTags) {
      throw new AppError(
        'too-large',
        `One workbook takes ${maximumExportedTags.toLocaleString('en-US')} tags. Please choose fewer by filters.`,
      );
    }
    const tags = await listTagsByName(
      db,
      records.map(({ name }) => name),
    );
    const assetIds = [...new Set(records.flatMap((tag) => tag.assetIds))];
    const assets = new Map((await getAssets(db, assetIds)).map(({ id, uniqueId }) => [id, uniqueId]));
    const furtherCells = await further.listCells(reader, records);
    for (const [place, { name }] of records.entries()) {
      const tag = tags.get(name);
      if (tag === undefined) continue;
      const values = toValues(tag, assets);
      rows.push([...columns.map((column) => values[column.name]), ...furtherCells[place]!]);
    }
    if (records.length < rowsPerRead) break;
  }
  return createWorkbook([{ ...tagSheet([...columns, ...further.columns]), pages: [rows] }]);
}

function toValues(tag: NamedTag, assets: ReadonlyMap<number, string>): Record<ColumnName, string | null> {
  return {
    name: tag.name,
    caption: tag.caption,
    type: tag.type,
    unit: tag.unit,
    description: tag.description,
    keywords: tag.keywords.join(listSeparator),
    source: tag.source,
    assetIds: tag.assetIds.flatMap((id) => assets.get(id) ?? []).join(listSeparator),
  };
}
