import type { NumberOptions } from '@twinward/contracts/core/file-options';
import { maximumTagRows } from '@twinward/contracts/signals/tag-import';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { listAssetIds } from '../../assets/asset/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import {
  carryOutBatches,
  cleanImport,
  createCellNumbers,
  type FileRow,
  openFurtherColumns,
  type RowImportInput,
  readRowBatches,
  surveyNumbers,
} from '../../jobs/row-import/service.ts';
import { openUploadedRows, type SourceRow } from '../../system/file/service.ts';
import { createUnitFinder } from '../../system/unit/service.ts';
import { createTagsIn, listTagsByName, listUnitProblems, updateTagIn } from '../tag/service.ts';
import { columns, type TagColumn } from './columns.ts';
import { type PlannedTag, planRow, splitParts } from './plan.ts';
import { tagImport } from './service.ts';

type Row = FileRow<TagColumn>;

/** Executes commands of type import-tags. */
export const importTags: CommandHandler = { run: importFile, clean: cleanImport };

/**
 * Reads a file in batches; each is planned and imported before the next is read. Only the names of the whole file are
 * kept in memory.
 */
async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as RowImportInput & NumberOptions;
  let share = 0;
  const source = await openUploadedRows(db, input.fileId, input.fileName, (read) => {
    share = read;
  });
  const findCode = await createUnitFinder(db);
  const toUnit = (text: string) => findCode(text) ?? text;
  const further = await openFurtherColumns(db, 'tag', columns);
  const all = [...columns, ...further.columns];
  const read = (rows: AsyncIterable<SourceRow[]>) =>
    readRowBatches<TagColumn>(rows, all, ['name'], maximumTagRows);
  const rows = read(source.rows);
  const evidence = await surveyNumbers<TagColumn>(further.numeric, async () =>
    read((await openUploadedRows(db, input.fileId, input.fileName)).rows),
  );

  async function plan(transaction: Db, some: readonly Row[]): Promise<PlannedTag[]> {
    const tags = await listTagsByName(
      transaction,
      some.map(({ cells }) => cells.name ?? ''),
    );
    const uniqueIds = new Set(some.flatMap(({ cells }) => splitParts(cells.assetIds ?? '')));
    const assets = await listAssetIds(transaction, [...uniqueIds]);
    const { separator } = source;
    const { decimalSign } = input;
    const numbers = createCellNumbers<string>(some, further.numeric, { separator, decimalSign, evidence });
    const fields = await further.read(some, numbers);
    const planned = some.map((row) => planRow(row, { tags, assets, toUnit, fields }));
    for (const [i, row] of planned.entries()) planned[i] = await checkUnit(transaction, row);
    return further.refuse(
      input,
      planned,
      ({ tag, existing }) => tag && { existing, changes: tag.fields ?? {} },
    );
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

/** Rejects a row that gives a tag a unit in which its inputs cannot read it. */
async function checkUnit(db: Db, row: PlannedTag): Promise<PlannedTag> {
  const { tag, existing } = row;
  if (row.action !== 'update' || !tag || !existing || tag.unit === existing.unit) return row;
  const problems = await listUnitProblems(db, existing, tag.unit);
  return problems.length === 0 ? row : { ...row, action: 'error', message: `Unit: ${problems.join(' ')}` };
}

/** Rejects rows that repeat the name of an earlier row. */
async function* withoutRepeated(batches: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  const lines = new Map<string, number>();
  for await (const rows of batches) {
    for (const row of rows) {
      const name = row.cells.name ?? '';
      if (row.problem !== undefined || name === '') continue;
      const earlier = lines.get(name);
      // Copies the name: a substring would keep the whole piece of the file in memory.
      if (earlier === undefined) lines.set(Buffer.from(name).toString(), row.line);
      else row.problem = `The row ${earlier} has the same name.`;
    }
    yield rows;
  }
}
