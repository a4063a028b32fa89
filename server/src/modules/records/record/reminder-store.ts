import type { FieldByKind, FieldValues } from '@twinward/contracts/records/field';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { fieldExpression, toFieldTable } from '../field/service.ts';
import type { TypeDefinition } from '../record-type/service.ts';

/** A field that can have reminders. */
export type DatedField = FieldByKind<'date'> | FieldByKind<'date-time'>;

/** The range of days to search: yyyy-MM-dd, both inclusive. */
export interface DayRange {
  from: string;
  to: string;
}

export interface DueRow {
  id: number;
  title: string;
  /** The twin and the asset whose pages show the record. */
  twinId: number | null;
  assetId: number | null;
  fields: FieldValues;
  day: string;
  /** The `daysBefore` of each reminder that is due. */
  daysBefore: number[];
}

/**
 * Marks reminders of a field as sent, and returns them: those of dates in the range that are due on `today` or before.
 * Returns at most `limit` reminders. Idempotent: a reminder is returned once, also with several processes.
 * @param timeZone converts times to days
 */
export async function insertDueReminders(
  db: Db,
  type: TypeDefinition,
  field: DatedField,
  { range, today, timeZone, limit }: { range: DayRange; today: string; timeZone: string; limit: number },
): Promise<{ due: DueRow[]; isLast: boolean }> {
  const { name: table, isOfType } = toFieldTable(type);
  const value = fieldExpression(field, type, 'record');
  const isDate = field.kind === 'date';
  const day = isDate
    ? sql`${value}::date`
    : sql`(${value}::timestamptz at time zone ${timeZone}::text)::date`;
  // Times are stored in UTC. A day of the plant is within the UTC days before and after it.
  const [from, to] = isDate
    ? [range.from, range.to]
    : [`${shiftDay(range.from, -1)}T`, `${shiftDay(range.to, 2)}T`];
  const daysBefore = [...new Set(field.reminders.map((reminder) => reminder.daysBefore))];
  const { rows } = await sql<DueRow & { found: number }>`
    with found as (
      select record.id, dated.day, reminder.days_before
      from ${sql.table(table)} as record
      cross join lateral (select ${day} as day) as dated
      join unnest(${daysBefore}::int[]) as reminder (days_before)
        on dated.day - reminder.days_before <= ${today}::date
      where ${isOfType} and ${value} >= ${from} and ${value} <= ${to}
        and dated.day between ${range.from}::date and ${range.to}::date
        and not exists (
          select from record_reminder as sent
          where sent.type_id = ${type.id} and sent.record_id = record.id and sent.field = ${field.name} and sent.day = dated.day
            and sent.days_before = reminder.days_before)
      order by record.id limit ${limit}
    ), sent as (
      insert into record_reminder (type_id, record_id, field, day, days_before)
      select ${type.id}, id, ${field.name}, day, days_before from found order by id, day, days_before
      on conflict do nothing returning record_id, day, days_before
    )
    select record.id, overview.title, overview.twin_id as "twinId", overview.asset_id as "assetId", record.fields,
      sent.day::text as day, sent."daysBefore", (select count(*)::int from found) as found
    from (select record_id, day, array_agg(days_before) as "daysBefore" from sent group by record_id, day) as sent
    join ${sql.table(table)} as record on record.id = record_id
    join record_overview as overview on overview.type = ${type.name} and overview.id = record_id
    order by record.id, sent.day`.execute(db);
  return { due: rows.map(({ found: _, ...row }) => row), isLast: (rows[0]?.found ?? 0) < limit };
}

/** Deletes the records of sent reminders for days before this one. */
export async function deleteOldReminders(db: Db, before: string): Promise<void> {
  await sql`delete from record_reminder where day < ${before}::date`.execute(db);
}

/** Adds a number of days to a day. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
