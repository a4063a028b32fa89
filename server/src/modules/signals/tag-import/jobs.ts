import { maximumTagRows } from '@twinward/contracts/signals/tag-import';
import type { Unit } from '@twinward/contracts/system/unit';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { listAssetIds } from '../../assets/asset/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  carryOutBatches,
  cleanImport,
  type FileRow,
  type RowImportInput,
  readRowBatches,
} from '../../jobs/row-import/service.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import { listUnits } from '../../system/unit/service.ts';
import { createTagsIn, listTagsByName, updateTagIn } from '../tag/service.ts';
import { type ColumnName, columns } from './columns.ts';
import { type PlannedTag, partsOf, planRow } from './plan.ts';
import { tagImport } from './service.ts';

type Row = FileRow<ColumnName>;

/** Carries out commands of type import-tags. */
export const importTags: CommandHandler = { run: importFile, clean: cleanImport };

/**
 * Reads a file some rows at a time: each block is planned and carried out before the next is read. Of the whole file
 * only the names are held.
 */
async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RowImportInput;
  let share = 0;
  const source = await openUploadedRows(db, input.fileId, input.fileName, (read) => {
    share = read;
  });
  const unitOf = unitsOf(await listUnits(db));
  const rows = readRowBatches(source.rows, columns, ['name'], maximumTagRows);

  async function plan(transaction: Db, some: readonly Row[]): Promise<PlannedTag[]> {
    const tags = await listTagsByName(
      transaction,
      some.map(({ cells }) => cells.name ?? ''),
    );
    const uniqueIds = new Set(some.flatMap(({ cells }) => partsOf(cells.assetIds ?? '')));
    const assets = await listAssetIds(transaction, [...uniqueIds]);
    return some.map((row) => planRow(row, { tags, assets, unitOf }));
  }

  async function apply(transaction: Db, planned: readonly PlannedTag[]): Promise<void> {
    await createTagsIn(
      transaction,
      input,
      planned.flatMap(({ action, tag }) => (action === 'create' && tag ? [tag] : [])),
    );
    for (const { action, tag, existing } of planned) {
      if (action !== 'update' || !tag || !existing) continue;
      const { type: _, logic: __, aliases: ___, ...fields } = tag;
      if (!(await updateTagIn(transaction, input, existing.id, { ...fields, version: existing.version })))
        throw new AppError('conflict', `The tag ${tag.name} was changed by someone else meanwhile.`);
    }
  }

  return {
    ...(await carryOutBatches(call, withoutRepeated(rows), {
      plan,
      apply: input.dryRun ? null : apply,
      results: tagImport.results,
      share: () => share,
    })),
  };
}

/** Refuses rows whose name a row before has. */
async function* withoutRepeated(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const lines = new Map<string, number>();
  for await (const rows of batches) {
    for (const row of rows) {
      const name = row.cells.name ?? '';
      if (row.problem !== undefined || name === '') continue;
      const earlier = lines.get(name);
      // A copy: a part of a string keeps the whole piece of the file that it was cut from.
      if (earlier === undefined) lines.set(Buffer.from(name).toString(), row.line);
      else row.problem = `The row ${earlier} has the same name.`;
    }
    yield rows;
  }
}

/** The code that a text names: its own, else that of the one unit with that abbreviation or name, else the text. */
function unitsOf(units: readonly Unit[]): (text: string) => string {
  const codes = new Set(units.map(({ code }) => code));
  const named = new Map<string, string | null>();
  for (const { code, abbreviation, name } of units)
    for (const text of new Set([abbreviation.toLowerCase(), name.toLowerCase()]))
      named.set(text, named.has(text) ? null : code);
  return (text) => (codes.has(text) ? text : (named.get(text.toLowerCase()) ?? text));
}
