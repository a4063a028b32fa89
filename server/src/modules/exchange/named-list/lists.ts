import type { GroupSummary } from '@twinward/contracts/access/group';
import type { ServiceAccount } from '@twinward/contracts/access/service-account';
import type { ManagedUser } from '@twinward/contracts/access/user';
import type { ConnectionSummary } from '@twinward/contracts/connections/connection';
import type { Webhook } from '@twinward/contracts/connections/webhook';
import type { TwinModelSummary } from '@twinward/contracts/library/twin-model';
import type { QuerySummary } from '@twinward/contracts/questions/query';
import type { RecordTypeSummary } from '@twinward/contracts/records/record-type';
import type { Relationship } from '@twinward/contracts/records/relationship';
import type { ExportedNamedList, namedListColumns } from '@twinward/contracts/system/named-list-export';
import type { ValueListSummary } from '@twinward/contracts/system/value-list';
import type { Actor } from '../../../platform/actor.ts';
import { listGroups } from '../../access/group/service.ts';
import { listServiceAccounts } from '../../access/service-account/service.ts';
import { listUsers } from '../../access/user/service.ts';
import { listConnections } from '../../connections/connection/service.ts';
import type { ExportColumn, ExportedList } from '../../jobs/list-export/service.ts';
import { listWebhooks } from '../../outcomes/webhook/service.ts';
import { listQueries } from '../../questions/query/service.ts';
import { listRecordTypes } from '../../records/record-type/service.ts';
import { listRelationships } from '../../records/relationship/service.ts';
import { listValueLists } from '../../system/value-list/service.ts';
import { listModels } from '../twin-model/service.ts';

type ColumnName<List extends ExportedNamedList> = (typeof namedListColumns)[List][number];
type Exported<List extends ExportedNamedList, Row> = (actor: Actor) => ExportedList<ColumnName<List>, Row>;

const column = <Row>(
  header: string,
  width: number,
  read: ExportColumn<Row>['read'],
  more: Pick<ExportColumn<Row>, 'time'> = {},
): ExportColumn<Row> => ({ header, width, read, ...more });
const time = { time: 'yyyy-mm-dd hh:mm' } as const;

/** Returns a value of the API as a word for a table: `expiring` becomes Expiring. */
const word = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);
const joined = (values: readonly string[]): string => values.join(', ');

const users: Exported<'settings.users', ManagedUser> = ({ tenant }) => ({
  type: null,
  noun: 'users',
  readPage: (request) => listUsers(tenant.db, request),
  columns: {
    userName: column('User name', 24, ({ userName }) => userName),
    name: column('Name', 32, ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ')),
    email: column('E-mail', 32, ({ email }) => email),
    groups: column('Groups', 40, ({ assignedGroups }) => joined(assignedGroups)),
    state: column('State', 32, ({ enabled, isAdmin, external }) =>
      joined([
        enabled ? 'Enabled' : 'Disabled',
        ...(isAdmin ? ['administrator'] : []),
        ...(external ? ['external'] : []),
      ]),
    ),
  },
});

const groups: Exported<'settings.groups', GroupSummary> = ({ tenant }) => ({
  type: null,
  noun: 'groups',
  readPage: (request) => listGroups(tenant.db, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    caption: column('Caption', 32, ({ caption }) => caption),
    description: column('Description', 48, ({ description }) => description),
    users: column('Users', 10, ({ userCount }) => userCount),
  },
});

const serviceAccounts: Exported<'settings.service-accounts', ServiceAccount> = ({ tenant }) => ({
  type: null,
  noun: 'service accounts',
  readPage: (request) => listServiceAccounts(tenant.db, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    scopes: column('Scopes', 24, ({ scopes }) => joined(scopes.map(word))),
    groups: column('Groups', 40, ({ groups }) => joined(groups)),
    state: column('State', 14, ({ state }) => word(state)),
    expires: column('Expires', 18, ({ expiresAt }) => expiresAt, time),
    used: column('Last used', 18, ({ lastUsedAt }) => lastUsedAt, time),
  },
});

const connections: Exported<'settings.connections', ConnectionSummary> = ({ tenant }) => ({
  type: null,
  noun: 'connections',
  readPage: (request) => listConnections(tenant.db, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    type: column('Type', 14, ({ type }) => type),
    state: column('State', 14, ({ state, isPaused }) => (isPaused ? 'Paused' : word(state))),
    lag: column('Lag (s)', 10, ({ lagSeconds }) => lagSeconds),
    rate: column('Points/s', 10, ({ pointsPerSecond }) => pointsPerSecond),
    tags: column('Tags', 10, ({ tags }) => tags),
    point: column('Latest point', 18, ({ lastPointTime }) => lastPointTime, time),
    error: column('Last error', 48, ({ lastError }) => lastError),
    place: column('Runs', 14, ({ place }) => (place === 'plant' ? 'At the plant' : 'At the server')),
  },
});

const webhooks: Exported<'settings.webhooks', Webhook> = ({ tenant }) => ({
  type: null,
  noun: 'webhooks',
  readPage: (request) => listWebhooks(tenant.db, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    url: column('Address', 48, ({ url }) => url),
    events: column('Sends', 40, ({ events }) => joined(events)),
    state: column('State', 14, ({ state }) => word(state)),
    delivered: column('Last delivered', 18, ({ lastDeliveredAt }) => lastDeliveredAt, time),
  },
});

const recordTypes: Exported<'settings.recordtypes', RecordTypeSummary> = (actor) => ({
  type: null,
  noun: 'record types',
  readPage: (request) => listRecordTypes(actor, request),
  columns: {
    caption: column('Record type', 32, ({ caption }) => caption),
    name: column('Identifier', 24, ({ name }) => name),
    description: column('Description', 48, ({ description }) => description),
    system: column('Kind', 10, ({ isSystem }) => (isSystem ? 'System' : 'Own')),
    restricted: column('Read by', 16, ({ restricted }) => (restricted ? 'Assigned users' : 'All viewers')),
    deprecated: column('State', 14, ({ deprecated }) => (deprecated ? 'Deprecated' : null)),
  },
});

const relationships: Exported<'settings.relationships', Relationship> = ({ tenant }) => ({
  type: null,
  noun: 'relationships',
  readPage: (request) => listRelationships(tenant.db, request),
  columns: {
    caption: column('Relationship', 32, ({ caption }) => caption),
    from: column('From', 24, ({ fromType }) => fromType),
    to: column('To', 24, ({ toType }) => toType),
    cardinality: column('Cardinality', 16, ({ cardinality }) => cardinality),
    structures: column('Structures', 32, ({ structures }) => joined(structures)),
    links: column('Links', 10, ({ linkCount }) => linkCount),
  },
});

const valueLists: Exported<'settings.lists', ValueListSummary> = ({ tenant }) => ({
  type: null,
  noun: 'lists',
  readPage: (request) => listValueLists(tenant.db, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    description: column('Description', 48, ({ description }) => description),
    kind: column('Kind', 14, ({ kind }) => word(kind)),
    standard: column('Standard', 10, ({ isStandard }) => (isStandard ? 'Yes' : 'No')),
    items: column('Items', 10, ({ itemCount }) => itemCount),
  },
});

const queries: Exported<'tools.queries', QuerySummary> = (actor) => ({
  type: null,
  noun: 'queries',
  readPage: (request) => listQueries(actor, request),
  columns: {
    name: column('Name', 32, ({ name }) => name),
    folder: column('Folder', 24, ({ folder }) => folder),
    source: column('Source', 24, ({ source }) => source),
    view: column('Shown as', 14, ({ view }) => word(view)),
    sharing: column('Sharing', 12, ({ sharing }) => (sharing === 'tenant' ? 'Shared' : 'Private')),
    owner: column('Owner', 24, ({ owner }) => owner?.userName ?? null),
    updated: column('Changed', 18, ({ updatedAt }) => updatedAt, time),
  },
});

const models: Exported<'apps.library', TwinModelSummary> = (actor) => ({
  type: null,
  noun: 'twin models',
  readPage: (request) => listModels(actor, request),
  columns: {
    name: column('Model', 40, ({ name }) => name),
    class: column('Class', 40, ({ category, class: ofClass, type }) =>
      [category, ofClass, type].flatMap((term) => term?.caption ?? []).join(' - '),
    ),
    author: column('Author', 24, ({ author }) => author),
    manufacturer: column('Manufacturer', 32, ({ manufacturer, model }) =>
      [manufacturer, model].filter(Boolean).join(' '),
    ),
    version: column('Version', 10, ({ state, major, minor, patch }) =>
      state === 'draft' ? null : `${major}.${minor}.${patch}`,
    ),
    state: column('State', 14, ({ active, state }) => (active ? word(state) : 'Retired')),
    twins: column('Twins', 10, ({ twinCount }) => twinCount),
  },
});

/** The lists that are exported by their names. */
export const exportedLists = {
  'apps.library': models,
  'tools.queries': queries,
  'settings.connections': connections,
  'settings.groups': groups,
  'settings.lists': valueLists,
  'settings.recordtypes': recordTypes,
  'settings.relationships': relationships,
  'settings.service-accounts': serviceAccounts,
  'settings.users': users,
  'settings.webhooks': webhooks,
};
