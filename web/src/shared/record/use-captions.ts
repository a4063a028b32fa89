import { useQueries } from '@tanstack/react-query';
import type { resolvePrincipals } from '@twinward/contracts/access/security';
import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { loadValueList } from '@twinward/contracts/system/value-list';
import { valueIn } from '@twinward/domain/records/conditions';
import { referenceCaption } from '@twinward/domain/records/reference';
import type { FieldCaptions } from '@twinward/domain/records/show';
import { apiQuery, useApiQuery } from '../api/api-query.ts';
import { useListNames } from '../api/queries/use-values.ts';
import { referencesQuery } from './references.ts';

type Captions = Record<string, string>;

/** Maximum number of ids per call. */
const maximumIds = 500;

/** Captions of the ids in further fields of system records. The API includes captions only with custom records. */
export function useCaptions(
  fields: readonly FieldDefinition[],
  records: readonly FieldValues[],
): FieldCaptions {
  const listIds = (isWanted: (field: FieldDefinition) => boolean): number[] => {
    const ids = fields.filter(isWanted).flatMap(({ name }) =>
      records.flatMap((values) => {
        const value = valueIn(values, name);
        return typeof value === 'number' ? [value] : [];
      }),
    );
    return [...new Set(ids)].sort((one, other) => one - other).slice(0, maximumIds);
  };
  const userIds = listIds(({ kind }) => kind === 'user');
  const users = useApiQuery<typeof resolvePrincipals>(
    ['principals', { users: userIds }],
    'POST /api/security/resolve',
    { body: { users: userIds } },
    { enabled: userIds.length > 0 },
  ).data?.users;
  const types = new Set(fields.flatMap((field) => (field.kind === 'reference' ? [field.recordType] : [])));
  const referredTo = [...types].map((type) => ({
    type,
    ids: listIds((field) => field.kind === 'reference' && field.recordType === type),
  }));
  const references = useQueries({
    queries: referredTo.map(({ type, ids }) => ({
      ...referencesQuery(type, ids),
      enabled: ids.length > 0,
    })),
  });
  const names = new Set(fields.flatMap((field) => ('list' in field ? [field.list] : [])));
  const known = useListNames(names.size > 0).data?.records ?? [];
  const lists = useQueries({
    queries: known
      .filter(({ name }) => names.has(name))
      .map(({ id: listId }) =>
        apiQuery<typeof loadValueList>(['value-lists', { listId }], 'GET /api/lists/load/:listId', {
          params: { listId },
        }),
      ),
  });
  const findCaptions = (field: FieldDefinition): Captions => {
    if (field.kind === 'user')
      return Object.fromEntries((users ?? []).map(({ id, userName }) => [id, userName]));
    if (field.kind === 'reference') {
      const found = references[referredTo.findIndex(({ type }) => type === field.recordType)]?.data ?? [];
      return Object.fromEntries(found.map((one) => [one.id, referenceCaption(one)]));
    }
    if (!('list' in field)) return {};
    const list = lists.find(({ data }) => data?.name === field.list)?.data;
    return Object.fromEntries((list?.configuration.items ?? []).map(({ id, caption }) => [id, caption]));
  };
  return Object.fromEntries(fields.map((field) => [field.name, findCaptions(field)]));
}
