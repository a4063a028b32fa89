import type { Readable } from 'node:stream';
import type { ListBody } from '@twinward/contracts/core/list';
import { type AuditEntry, maximumExportedEntries } from '@twinward/contracts/system/audit';
import { actionLabels, entityLabel } from '@twinward/domain/audit/labels';
import { formatDateTime } from '@twinward/domain/time-text';
import { toWall } from '@twinward/domain/time-zone';
import type { Actor } from '../../../platform/actor.ts';
import { findNewestEntryId, listAudit } from '../../system/audit/service.ts';
import { openPages, type TableCell, type TableFormat, writeTable } from '../../system/file/service.ts';
import { describeLines, openStyle } from './service.ts';

const linesPerRead = 500;
/** The maximum of a worksheet is 1,048,576 rows. */
const maximumRows = 1_000_000;

/**
 * Streams the audit trail as a table with a row for each changed field. Times are in the user's time zone, which the
 * heading names. Excludes entries that are recorded during the export, so that paging repeats no line.
 * @throws AppError `too-large` if there are more rows than a file can hold.
 */
export async function exportTrail(actor: Actor, format: TableFormat, body: ListBody): Promise<Readable> {
  const { db } = actor.tenant;
  const newest = await findNewestEntryId(db);
  const filters: ListBody['filters'] = [
    ...body.filters,
    { field: 'Id', operator: 'LessThanEqualTo', value: newest, dataType: 'N' },
  ];
  const batches = await openPages({
    readPage: (pageNumber) => listAudit(db, { ...body, filters, pageNumber, pageSize: linesPerRead }),
    pageSize: linesPerRead,
    most: maximumExportedEntries,
    noun: 'lines',
  });
  const style = await openStyle(actor);
  const toTimeCell = (time: string): TableCell =>
    // Workbooks have no time zones, so times are written as local times.
    format === 'xlsx'
      ? new Date(toWall(Date.parse(time), style.timeZone))
      : formatDateTime(time, style.timeZone, true);
  async function* pages(): AsyncGenerator<TableCell[][]> {
    let count = 0;
    for await (const lines of batches) {
      const rows = (await describeLines(actor, lines, style)).flatMap((entry) => toRows(entry, toTimeCell));
      count += rows.length;
      if (count > maximumRows) {
        yield [['The file is full. Please choose fewer lines by filters.']];
        return;
      }
      yield rows;
    }
  }
  return writeTable(format, {
    name: 'Audit trail',
    columns: [
      { header: `Time (${style.timeZone})`, width: Math.max(20, style.timeZone.length + 9) },
      { header: 'User', width: 20 },
      { header: 'Action', width: 24 },
      { header: 'Kind', width: 24 },
      { header: 'Name', width: 40 },
      { header: 'Field', width: 32 },
      { header: 'Before', width: 40 },
      { header: 'After', width: 40 },
      { header: 'Line', width: 10 },
    ],
    pages: pages(),
  });
}

function toRows(entry: AuditEntry, toTimeCell: (time: string) => TableCell): TableCell[][] {
  const start = [
    toTimeCell(entry.time),
    entry.userName,
    actionLabels[entry.action],
    entityLabel(entry.entityType),
    entry.title,
  ];
  if (entry.changes.length === 0) return [[...start, '', '', '', entry.id]];
  return entry.changes.map(({ field, old, new: now }) => [...start, field, old, now, entry.id]);
}
