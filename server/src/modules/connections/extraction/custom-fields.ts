import { customPrefix, type StreamKind } from '@twinward/contracts/connections/mapping';
import type { MappedValue } from '@twinward/domain/connections/mapping';
import type { Db } from '../../../platform/database/database.ts';
import { type ReadCells, readCells } from '../../records/field/service.ts';
import { getSystemType } from '../../records/record-type/service.ts';

type Values = Readonly<Record<string, MappedValue>>;

/** Reads the custom fields of mapped records, like the cells of a file. */
export async function readCustomFields(
  db: Db,
  kind: StreamKind,
  records: readonly Values[],
): Promise<ReadCells[]> {
  const { fields } = await getSystemType(db, kind);
  const isMapped = records.some((values) =>
    Object.keys(values).some((name) => name.startsWith(customPrefix)),
  );
  if (!isMapped) return records.map(() => ({ changes: {}, problems: [] }));
  const toText = (values: Values, { name }: { name: string }): string | undefined => {
    const value = values[`${customPrefix}${name}`];
    return value === undefined ? undefined : value === null ? '' : String(value);
  };
  return readCells(db, fields, records, toText, (values, field) => {
    const text = toText(values, field)?.trim() ?? '';
    if (text === '') return null;
    const number = Number(text);
    return Number.isFinite(number) ? number : `${field.caption}: '${text.slice(0, 100)}' is no number.`;
  });
}
