import type { Access } from '@twinward/contracts/access/access';
import type { listGroups } from '@twinward/contracts/access/group';
import type { listServiceAccounts } from '@twinward/contracts/access/service-account';
import type { listUsers } from '@twinward/contracts/access/user';
import type { listAdvisories } from '@twinward/contracts/advisories/advisory';
import type { listConnections } from '@twinward/contracts/connections/connection';
import type { listWebhooks } from '@twinward/contracts/connections/webhook';
import type { Filter } from '@twinward/contracts/core/list';
import type { RouteContract, RouteKey, RouteResponse } from '@twinward/contracts/core/route';
import type { listProtections } from '@twinward/contracts/protections/protection-list';
import type { listQueries } from '@twinward/contracts/questions/query';
import type { listRecordTypes } from '@twinward/contracts/records/record-type';
import type { listRelationships } from '@twinward/contracts/records/relationship';
import type { listValueLists } from '@twinward/contracts/system/value-list';
import type { listFailureModes } from '@twinward/contracts/twins/failure-mode-list';
import { advisoryPath, protectionPath, riskPath } from '../../shared/address/paths.ts';
import { apiListQuery } from '../../shared/api/api-query.ts';
import type { Options, PageOf } from '../../shared/api/http.ts';
import type { Result } from './result-path.ts';

type Line = Pick<Result, 'name' | 'detail' | 'path'> & { id: number | string };
type ListRoute = RouteContract & { paged: true };
type RecordOf<R extends ListRoute> = RouteResponse<R> extends readonly (infer Row)[] ? Row : never;

/** A kind of record that the search has no entries of: its list is asked for records by their names. */
export interface FurtherKind {
  /** Of the group of results. */
  label: string;
  access: Access;
  /** @param filters as the search parses them, on the field SearchText */
  query: (filters: readonly Filter[], ofEach: number) => ReturnType<typeof apiListQuery<ListRoute>>;
  results: (page: PageOf<ListRoute>) => Result[];
}

function kind<R extends ListRoute>(
  [label, one]: readonly [label: string, one: string],
  access: Access,
  route: RouteKey<R>,
  /** Those of the list that hold names. */
  fields: readonly string[],
  toLine: (record: RecordOf<R>) => Line,
): FurtherKind {
  return {
    label,
    access,
    query: (filters, ofEach) =>
      apiListQuery<R>(
        ['search', { label, filters }],
        route,
        ...([
          {
            query: { 'page-number': 1, 'page-size': ofEach },
            body: { filters: filters.map((filter) => onFields(filter, fields)) },
          },
        ] as unknown as Options<R>),
      ) as ReturnType<FurtherKind['query']>,
    results: ({ records }) =>
      (records as readonly RecordOf<R>[]).map((record) => {
        const { id, ...line } = toLine(record);
        return { ...line, key: `${label}-${id}`, kind: one };
      }),
  };
}

/** A filter of the search with each word looked for in any of some fields. */
function onFields(filter: Filter, fields: readonly string[]): Filter {
  if ('filters' in filter)
    return { ...filter, filters: filter.filters.map((part) => onFields(part, fields)) };
  const [first, ...others] = fields.map((field): Filter => ({ ...filter, field, dataType: 'C' }));
  return others.length === 0 ? first! : { operator: 'GroupOr', filters: [first!, ...others] };
}

const named = encodeURIComponent;

/** In the order in which they are shown. */
export const furtherKinds: readonly FurtherKind[] = [
  kind<typeof listProtections>(
    ['Protections', 'Protection'],
    'apps',
    'POST /api/indicators/filters',
    ['Name'],
    ({ id, name, assetName }) => ({ id, name, detail: assetName, path: protectionPath(id) }),
  ),
  kind<typeof listAdvisories>(
    ['Advisories', 'Advisory'],
    'apps',
    'POST /api/advisories/filters',
    ['Name'],
    ({ id, name, assetName, twinId }) => ({ id, name, detail: assetName, path: advisoryPath(twinId, id) }),
  ),
  kind<typeof listFailureModes>(
    ['Failure modes', 'Failure mode'],
    'apps',
    'POST /api/failure-modes/filters',
    ['Name'],
    ({ id, name, assetName, twinId }) => ({ id, name, detail: assetName, path: riskPath(twinId) }),
  ),
  kind<typeof listQueries>(
    ['Queries', 'Query'],
    'queries',
    'POST /api/queries/filters',
    ['Name'],
    ({ id, name, description }) => ({ id, name, detail: description, path: `/tools/query/${id}` }),
  ),
  kind<typeof listConnections>(
    ['Connections', 'Connection'],
    'connections',
    'POST /api/connections/filters',
    ['Name'],
    ({ id, name }) => ({ id, name, detail: '', path: `/settings/connections/${id}` }),
  ),
  kind<typeof listWebhooks>(
    ['Webhooks', 'Webhook'],
    'connections',
    'POST /api/webhooks/filters',
    ['Name'],
    ({ id, name, url }) => ({ id, name, detail: url, path: `/settings/webhooks/${id}` }),
  ),
  kind<typeof listRecordTypes>(
    ['Record types', 'Record type'],
    'recordTypes',
    'POST /api/recordtypes/filters',
    ['Name', 'Caption'],
    ({ name, caption, description }) => ({
      id: name,
      name: caption,
      detail: description,
      path: `/settings/recordtypes/edit/${named(name)}`,
    }),
  ),
  kind<typeof listRelationships>(
    ['Relationships', 'Relationship'],
    'recordTypes',
    'POST /api/relationships/filters',
    ['Name', 'Caption'],
    ({ name, caption, description }) => ({
      id: name,
      name: caption,
      detail: description,
      path: `/settings/relationships/edit/${named(name)}`,
    }),
  ),
  kind<typeof listValueLists>(
    ['Lists', 'List'],
    'lists',
    'POST /api/lists/filters',
    ['Name'],
    ({ id, name, description }) => ({
      id,
      name,
      detail: description,
      path: `/settings/lists/edit/${named(name)}`,
    }),
  ),
  kind<typeof listUsers>(
    ['Users', 'User'],
    'users',
    'POST /api/users/filters',
    ['UserName', 'FirstName', 'LastName', 'Email'],
    ({ id, userName, firstName, lastName }) => ({
      id,
      name: userName,
      detail: `${firstName} ${lastName}`.trim(),
      path: `/settings/users/edit/${named(userName)}`,
    }),
  ),
  kind<typeof listGroups>(
    ['Groups', 'Group'],
    'users',
    'POST /api/groups/filters',
    ['Name', 'Caption'],
    ({ name, caption, description }) => ({
      id: name,
      name: caption || name,
      detail: description,
      path: `/settings/groups/edit/${named(name)}`,
    }),
  ),
  kind<typeof listServiceAccounts>(
    ['Service accounts', 'Service account'],
    'users',
    'POST /api/service-accounts/filters',
    ['Name'],
    ({ id, name, description }) => ({
      id,
      name,
      detail: description,
      path: `/settings/service-accounts?${new URLSearchParams({ search: name })}`,
    }),
  ),
];
