import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { listRollUps } from '@twinward/contracts/records/record';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { useApiQuery } from '../api/api-query.ts';

/** Ids of one call. */
const maximumIds = 500;

/** The values of records of a system type with their roll-ups, by id; records of custom types come with them. */
export function useRollUps(
  type: SystemType,
  fields: readonly FieldDefinition[],
  records: readonly { id: number; fields: FieldValues }[],
): (record: { id: number; fields: FieldValues }) => FieldValues {
  const ids = records.map(({ id }) => id).slice(0, maximumIds);
  const rollUps = useApiQuery<typeof listRollUps>(
    ['records', { rollUps: ids, type }],
    'GET /api/roll-ups/:type',
    { params: { type }, query: { id: ids.map(String) } },
    { enabled: ids.length > 0 && fields.some(({ kind }) => kind === 'roll-up') },
  ).data;
  const valuesOf = new Map(rollUps?.map((one) => [one.id, one.fields]));
  return ({ id, fields: values }) => ({ ...values, ...valuesOf.get(id) });
}
