import type { Readable } from 'node:stream';
import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { maximumExportedAdvisories } from '@twinward/contracts/advisories/advisory-bulk';
import type { ListBody } from '@twinward/contracts/core/list';
import { toWall } from '@twinward/domain/time-zone';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { getUserTimeZone } from '../../access/user/service.ts';
import { openFurtherColumns, sheetColumn } from '../../jobs/row-import/service.ts';
import { listPages, type TableCell, writeTable } from '../../system/file/service.ts';
import { listAdvisories } from './read.ts';

const rowsPerRead = 1000;
const time = 'yyyy-mm-dd hh:mm';

interface ExportColumn {
  header: string;
  width: number;
  format?: string;
  read: (advisory: AdvisorySummary) => string | number | null;
}

/** A column of times, written as wall-clock times of the user. */
const isTime = ({ format }: ExportColumn): boolean => format === time;

const columns: readonly ExportColumn[] = [
  { header: 'Number', width: 10, read: ({ id }) => id },
  { header: 'Twin', width: 32, read: ({ assetName }) => assetName },
  { header: 'Advisory', width: 48, read: ({ name }) => name },
  { header: 'State', width: 12, read: ({ state }) => state },
  { header: 'Level', width: 8, read: ({ level }) => level },
  { header: 'Priority', width: 10, read: ({ priority }) => priority },
  { header: 'Risk', width: 14, read: ({ risk }) => risk },
  { header: 'Target date', width: 18, format: time, read: ({ targetDate }) => targetDate },
  { header: 'Overdue', width: 10, read: ({ overdue }) => (overdue ? 'yes' : 'no') },
  { header: 'Protection', width: 32, read: ({ protection }) => protection?.name ?? null },
  { header: 'Threshold', width: 24, read: ({ threshold }) => threshold?.name ?? null },
  { header: 'Occurrences', width: 12, read: ({ occurrenceCount }) => occurrenceCount },
  {
    header: 'Last occurrence',
    width: 18,
    format: time,
    read: ({ lastOccurrence }) => lastOccurrence,
  },
  { header: 'Outcome', width: 14, read: ({ outcome }) => outcome },
  { header: 'Remediation', width: 16, read: ({ remediation }) => remediation },
  { header: 'Made by', width: 16, read: ({ createdBy, source }) => createdBy ?? source },
  { header: 'Made', width: 18, format: time, read: ({ createdAt }) => createdAt },
  { header: 'Closed', width: 18, format: time, read: ({ closedAt }) => closedAt },
];

/**
 * Streams a list of advisories as a workbook. Times are in the user's zone, which the headings name.
 * @throws AppError `too-large` for more advisories than a workbook holds.
 */
export async function advisoryWorkbook(actor: Actor, body: ListBody): Promise<Readable> {
  const readPage = (pageNumber: number) =>
    listAdvisories(actor, { ...body, pageNumber, pageSize: rowsPerRead });
  const first = await readPage(1);
  if (first.total > maximumExportedAdvisories) {
    throw new AppError(
      'too-large',
      `One workbook takes ${maximumExportedAdvisories.toLocaleString('en-US')} advisories. Please choose fewer by filters.`,
    );
  }
  const timeZone = await getUserTimeZone(actor.tenant.db, actor.userId);
  const further = await openFurtherColumns(actor.tenant.db, 'advisory');
  const cellOf = (column: ExportColumn, advisory: AdvisorySummary) => {
    const value = column.read(advisory);
    // Workbooks have no time zones: a date is a wall-clock time.
    return isTime(column) && value !== null ? new Date(toWall(Date.parse(String(value)), timeZone)) : value;
  };
  async function* pages(): AsyncGenerator<TableCell[][]> {
    const readRecords = async (page: number) => (await readPage(page)).records;
    for await (const records of listPages(first.records, rowsPerRead, readRecords)) {
      const furtherCells = await further.cellsOf(actor, records);
      yield records.map((record, place) => [
        ...columns.map((column) => cellOf(column, record)),
        ...furtherCells[place]!,
      ]);
    }
  }
  const own = columns.map((column) => {
    const header = isTime(column) ? `${column.header} (${timeZone})` : column.header;
    return { ...column, header, width: Math.max(column.width, header.length + 2) };
  });
  return writeTable('xlsx', {
    name: 'Advisories',
    columns: [...own, ...further.columns.map(sheetColumn)],
    pages: pages(),
  });
}
