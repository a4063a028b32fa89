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

const text = <Row>(
  header: string,
  width: number,
  read: ExportColumn<Row>['read'],
  more: Pick<ExportColumn<Row>, 'time'> = {},
): ExportColumn<Row> => ({ header, width, read, ...more });
const time = { time: 'yyyy-mm-dd hh:mm' } as const;

/** A value of the API as a word of a table: `expiring` is Expiring. */
const word = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1);
const yesOrNo = (value: boolean): string => (value ? 'Yes' : 'No');
const joined = (values: readonly string[]): string => values.join(', ');

const users: Exported<'settings.users', ManagedUser> = ({ tenant }) => ({
  type: null,
  noun: 'users',
  readPage: (request) => listUsers(tenant.db, request),
  columns: {
    userName: text('User name', 24, ({ userName }) => userName),
    name: text('Name', 32, ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ')),
    email: text('E-mail', 32, ({ email }) => email),
    groups: text('Groups', 40, ({ assignedGroups }) => joined(assignedGroups)),
    state: text('State', 32, ({ enabled, isAdmin, external }) =>
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
    name: text('Name', 32, ({ name }) => name),
    caption: text('Caption', 32, ({ caption }) => caption),
    description: text('Description', 48, ({ description }) => description),
    users: text('Users', 10, ({ userCount }) => userCount),
  },
});

const serviceAccounts: Exported<'settings.service-accounts', ServiceAccount> = ({ tenant }) => ({
  type: null,
  noun: 'service accounts',
  readPage: (request) => listServiceAccounts(tenant.db, request),
  columns: {
    name: text('Name', 32, ({ name }) => name),
    scopes: text('Scopes', 24, ({ scopes }) => joined(scopes.map(word))),
    groups: text('Groups', 40, ({ groups }) => joined(groups)),
    state: text('State', 14, ({ state }) => word(state)),
    expires: text('Expires', 18, ({ expiresAt }) => expiresAt, time),
    used: text('Last used', 18, ({ lastUsedAt }) => lastUsedAt, time),
  },
});

const connections: Exported<'settings.connections', ConnectionSummary> = ({ tenant }) => ({
  type: null,
  noun: 'connections',
  readPage: (request) => listConnections(tenant.db, request),
  columns: {
    name: text('Name', 32, ({ name }) => name),
    type: text('Type', 14, ({ type }) => type),
    state: text('State', 14, ({ state, isPaused }) => (isPaused ? 'Paused' : word(state))),
    lag: text('Lag (s)', 10, ({ lagSeconds }) => lagSeconds),
    rate: text('Points/s', 10, ({ pointsPerSecond }) => pointsPerSecond),
    tags: text('Tags', 10, ({ tags }) => tags),
    point: text('Latest point', 18, ({ lastPointTime }) => lastPointTime, time),
    error: text('Last error', 48, ({ lastError }) => lastError),
    place: text('Runs', 14, ({ place }) => (place === 'plant' ? 'At the plant' : 'At the server')),
  },
});

const webhooks: Exported<'settings.webhooks', Webhook> = ({ tenant }) => ({
  type: null,
  noun: 'webhooks',
  readPage: (request) => listWebhooks(tenant.db, request),
  columns: {
    name: text('Name', 32, ({ name }) => name),
    url: text('Address', 48, ({ url }) => url),
    events: text('Sends', 40, ({ events }) => joined(events)),
    state: text('State', 14, ({ state }) => word(state)),
    delivered: text('Last delivered', 18, ({ lastDeliveredAt }) => lastDeliveredAt, time),
  },
});

const recordTypes: Exported<'settings.recordtypes', RecordTypeSummary> = (actor) => ({
  type: null,
  noun: 'record types',
  readPage: (request) => listRecordTypes(actor, request),
  columns: {
    caption: text('Record type', 32, ({ caption }) => caption),
    name: text('Identifier', 24, ({ name }) => name),
    description: text('Description', 48, ({ description }) => description),
    system: text('Kind', 10, ({ isSystem }) => (isSystem ? 'System' : 'Own')),
    restricted: text('Read by', 16, ({ restricted }) => (restricted ? 'Assigned users' : 'All viewers')),
    deprecated: text('State', 14, ({ deprecated }) => (deprecated ? 'Deprecated' : null)),
  },
});

const relationships: Exported<'settings.relationships', Relationship> = ({ tenant }) => ({
  type: null,
  noun: 'relationships',
  readPage: (request) => listRelationships(tenant.db, request),
  columns: {
    caption: text('Relationship', 32, ({ caption }) => caption),
    from: text('From', 24, ({ fromType }) => fromType),
    to: text('To', 24, ({ toType }) => toType),
    cardinality: text('Cardinality', 16, ({ cardinality }) => cardinality),
    structures: text('Structures', 32, ({ structures }) => joined(structures)),
    links: text('Links', 10, ({ linkCount }) => linkCount),
  },
});

const valueLists: Exported<'settings.lists', ValueListSummary> = ({ tenant }) => ({
  type: null,
  noun: 'lists',
  readPage: (request) => listValueLists(tenant.db, request),
  columns: {
    name: text('Name', 32, ({ name }) => name),
    description: text('Description', 48, ({ description }) => description),
    kind: text('Kind', 14, ({ kind }) => word(kind)),
    standard: text('Standard', 10, ({ isStandard }) => yesOrNo(isStandard)),
    items: text('Items', 10, ({ itemCount }) => itemCount),
  },
});

const queries: Exported<'tools.queries', QuerySummary> = (actor) => ({
  type: null,
  noun: 'queries',
  readPage: (request) => listQueries(actor, request),
  columns: {
    name: text('Name', 32, ({ name }) => name),
    folder: text('Folder', 24, ({ folder }) => folder),
    source: text('Source', 24, ({ source }) => source),
    view: text('Shown as', 14, ({ view }) => word(view)),
    sharing: text('Sharing', 12, ({ sharing }) => (sharing === 'tenant' ? 'Shared' : 'Private')),
    owner: text('Owner', 24, ({ owner }) => owner?.userName ?? null),
    updated: text('Changed', 18, ({ updatedAt }) => updatedAt, time),
  },
});

const models: Exported<'apps.library', TwinModelSummary> = (actor) => ({
  type: null,
  noun: 'twin models',
  readPage: (request) => listModels(actor, request),
  columns: {
    name: text('Model', 40, ({ name }) => name),
    class: text('Class', 40, ({ category, class: ofClass, type }) =>
      [category, ofClass, type].flatMap((term) => term?.caption ?? []).join(' - '),
    ),
    author: text('Author', 24, ({ author }) => author),
    manufacturer: text('Manufacturer', 32, ({ manufacturer, model }) =>
      [manufacturer, model].filter(Boolean).join(' '),
    ),
    version: text('Version', 10, ({ state, major, minor, patch }) =>
      state === 'draft' ? null : `${major}.${minor}.${patch}`,
    ),
    state: text('State', 14, ({ active, state }) => (active ? word(state) : 'Retired')),
    twins: text('Twins', 10, ({ twinCount }) => twinCount),
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
