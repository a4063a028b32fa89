import type { Db } from '../../../platform/database/database.ts';
import { getConnectionHead } from '../../connections/connection/service.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';
import { carryOutRows, cleanImport, createCellNumbers, readRows } from '../../jobs/row-import/service.ts';
import { openUploadedRows } from '../../system/file/service.ts';
import { changeFeedsIn, listGroupNames } from '../intake/service.ts';
import { columns } from './columns.ts';
import { type PlannedFeed, planRows, refuseUsed } from './plan.ts';
import { type FeedImportInput, feedImport } from './service.ts';
import { selectFeedsByName, selectTagsOfSources } from './store.ts';

/** Executes commands of type import-feeds. */
export const importFeeds: CommandHandler = { run: importFile, clean: cleanImport };

async function importFile(call: CommandCall): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const input = call.input as unknown as FeedImportInput;
  const { connectionGroupId: groupId } = await getConnectionHead(db, input.connectionId);
  const { separator, rows: source } = await openUploadedRows(db, input.fileId, input.fileName);
  const rows = await readRows(source, columns, ['name']);
  const tags = await selectFeedsByName(db, [...new Set(rows.map(({ cells }) => cells.name ?? ''))]);
  const known = {
    groupId,
    tags: new Map(tags.map((tag) => [tag.name, tag])),
    connections: await listGroupNames(
      db,
      tags.flatMap((tag) => tag.groupId ?? []),
    ),
  };
  const { decimalSign } = input;
  const numbers = createCellNumbers(rows, ['factor', 'offset'], { separator, decimalSign });
  const planned = planRows(rows, known, numbers);
  const sources = planned.flatMap(({ change }) => change?.source ?? []);
  const checked = refuseUsed(planned, await selectTagsOfSources(db, groupId, sources));
  const apply = (transaction: Db, plans: readonly PlannedFeed[]) =>
    changeFeedsIn(
      transaction,
      input,
      groupId,
      plans.flatMap(({ change }) => change ?? []),
    );
  // All rows in one transaction, since sources may be swapped between tags far apart in the file.
  const rowsPerRun = Math.max(1, checked.length);
  return {
    ...(await carryOutRows(call, checked, feedImport.results, input.dryRun ? null : apply, { rowsPerRun })),
  };
}
