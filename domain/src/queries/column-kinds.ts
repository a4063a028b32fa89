import type { ResultColumn } from '@twinward/contracts/questions/query-result';

const measureKinds: ReadonlySet<string> = new Set(['number', 'integer', 'money', 'duration', 'level']);

/** Whether the values of a column are numbers. */
export const isNumeric = ({ kind }: ResultColumn): boolean => measureKinds.has(kind);

/** Whether a column contains amounts to chart, not a group. */
export const isMeasure = (column: ResultColumn): boolean => isNumeric(column) && column.role !== 'group';

export const isTime = ({ kind }: ResultColumn): boolean => kind === 'date' || kind === 'date-time';

const toQuarter = (month: number): number => Math.floor((month - 1) / 3) + 1;

/**
 * Formats the bucket of a group by time: '2026-03', '2026 Q1', '2026-03-02' for a day and for the Monday of a week.
 * @param clock formats a bucket of an hour
 */
export function bucketText(by: string, date: string, clock: () => string): string {
  const [year, month] = date.split('-');
  switch (by) {
    case 'hour':
      return clock();
    case 'month':
      return `${year}-${month}`;
    case 'quarter':
      return `${year} Q${toQuarter(Number(month))}`;
    case 'year':
      return year!;
    default:
      return date;
  }
}
