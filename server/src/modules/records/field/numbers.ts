import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import { formatNumber, numberPeriod } from '@twinward/domain/records/template';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/database.ts';
import { getTimeZone } from '../../system/setting/service.ts';
import { dayIn } from './resolve.ts';
import type { TypeKey } from './table.ts';

/**
 * Sets the auto-number fields of new records. Locks the row of each counter until the transaction ends, so that no
 * number is used twice, and a rollback loses none.
 */
export async function drawNumbers(
  db: Db,
  type: TypeKey & { fields: readonly FieldDefinition[] },
  records: readonly FieldValues[],
): Promise<void> {
  const numbered = type.fields
    .filter((field) => field.kind === 'auto-number')
    .filter(({ deprecated }) => !deprecated);
  if (numbered.length === 0 || records.length === 0) return;
  const day = dayIn(await getTimeZone(db), new Date());
  for (const { name, template } of numbered) {
    const period = numberPeriod(template, day);
    const { rows } = await sql<{ last: number }>`
      insert into record_number (type_id, field, period, last)
      values (${type.id}, ${name}, ${period}, ${records.length})
      on conflict (type_id, field, period) do update set last = record_number.last + excluded.last
      returning last`.execute(db);
    const first = rows[0]!.last - records.length + 1;
    records.forEach((values, place) => {
      values[name] = formatNumber(template, day, first + place);
    });
  }
}
