import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { listRollUps } from '@twinward/contracts/records/record';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { useApiQuery } from '../api/api-query.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { noFields } from './value-fields.ts';

/** Maximum number of ids per call. */
const maximumIds = 500;

/** Adds roll-ups to the values of records of a system type. The API includes them only with custom records. */
export function useRollUps(
  type: SystemType,
  fields: readonly FieldDefinition[],
  records: readonly { id: number; fields: FieldValues }[],
): (record: { id: number; fields: FieldValues }) => FieldValues {
  const { rollUps } = useRecordType(type).data ?? noFields;
  const ids = records.map(({ id }) => id).slice(0, maximumIds);
  const answer = useApiQuery<typeof listRollUps>(
    ['records', { rollUps: ids, type }],
    'GET /api/roll-ups/:type',
    { params: { type }, query: { id: ids.map(String) } },
    { enabled: ids.length > 0 && fields.some(({ name }) => Object.hasOwn(rollUps, name)) },
  ).data;
  const rollUpsById = new Map(answer?.map((one) => [one.id, one.fields]));
  return ({ id, fields: values }) => ({ ...values, ...rollUpsById.get(id) });
}
