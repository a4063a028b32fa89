import type { FiledWork, RecordStream, RemoteField, RemoteRecord } from '../connector.ts';
import { number, text, time, toIso } from '../remote-fields.ts';
import type { Row } from './client.ts';
import type { Settings } from './config.ts';

/** Mapping of Maximo's object structures to records: local times, states and kinds of work. */

export interface Structure extends RecordStream {
  /** Object structure. */
  path: string;
  /** Attribute with an increasing number. Pages of keys are sorted by it. */
  uid: string;
  /** Attributes that identify a record for users. */
  id: readonly string[];
  /** Returns the attribute of the record's type. Null if all types are read. */
  getTypeField(settings: Settings): string | null;
  attributes(settings: Settings): string[];
  toRecord(row: Row, settings: Settings): RemoteRecord;
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';

/** A time with the offset of the server, as milliseconds; null: none. Without an offset it is UTC. */
export function parseTime(value: unknown): number | null {
  const found = toText(value);
  const read = Date.parse(/([+-]\d\d:?\d\d|Z)$/.test(found) ? found : `${found}Z`);
  return found === '' || Number.isNaN(read) ? null : read;
}

const parseIso = (value: unknown): string | null => toIso(parseTime(value));

/** ISO 14224 kinds by the default work types of the system. */
const kinds: Readonly<Record<string, string>> = {
  CM: 'corrective',
  EM: 'corrective',
  PM: 'preventive',
  CAL: 'inspection',
  INSP: 'inspection',
};
export const toKind = (type: string): string => kinds[type] ?? 'other';

const completedStates = new Set(['COMP', 'CLOSE', 'RESOLVED', 'CLOSED']);
const canceledStates = new Set(['CAN', 'CANCELLED', 'CANCELED']);

/** By the internal value of the state, where the system gives it; sites may have words of their own for it. */
export function toPhase(row: Row): FiledWork['phase'] {
  const state = (toText(row.status_maxvalue) || toText(row.status)).toUpperCase();
  if (canceledStates.has(state)) return 'canceled';
  return completedStates.has(state) ? 'completed' : 'open';
}

/** What identifies a request: the UUID without hyphens. */
export const toReference = (key: string): string => key.replaceAll('-', '').toLowerCase();

/** Maximum length of a description. */
const descriptionLength = 100;

/** Appends the reference to a description. */
export function markedDescription(description: string, key: string): string {
  const end = ` [${toReference(key)}]`;
  return description.slice(0, descriptionLength - end.length) + end;
}

export function findRequestKey(row: Row, { requestField }: Settings): string | null {
  const found =
    requestField === null
      ? /\[([0-9a-f]{32})\]$/i.exec(toText(row.description))?.[1]
      : /^[0-9a-f]{32}$/i.exec(toText(row[requestField]))?.[0];
  return found?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? null;
}

function plain(fields: readonly RemoteField[], row: Row): Record<string, string | number | boolean | null> {
  const values: Record<string, string | number | boolean | null> = {};
  for (const { name, kind } of fields) {
    const value = row[name];
    if (kind === 'time') values[name] = parseIso(value);
    else if (typeof value === 'boolean' || typeof value === 'number') values[name] = value;
    else values[name] = toText(value) === '' ? null : toText(value);
  }
  return values;
}

/** Returns `SITE/NUMBER`, because numbers are unique only within a site. */
const inSite = (site: unknown, name: unknown): string | null =>
  toText(name) === '' ? null : `${toText(site)}/${toText(name)}`;

const toChangeTime = (row: Row): number => parseTime(row.changedate) ?? parseTime(row.statusdate) ?? 0;
const listNames = (fields: readonly RemoteField[]): string[] => fields.map(({ name }) => name);

const workFields: RemoteField[] = [
  text('asset', 'Asset with its site'),
  text('phase', 'Phase: open, completed or canceled'),
  text('kind', 'Kind of maintenance by its type'),
  time('startAt', 'Start'),
  time('completedAt', 'Completion'),
  time('plannedAt', 'Planned start'),
];
const workMapping = {
  asset: 'asset',
  kind: 'kind',
  state: 'phase',
  name: 'description',
  description: 'description_longdescription',
  planned: 'plannedAt',
  start: 'startAt',
  completed: 'completedAt',
};

const orderFields = [
  text('wonum', 'Work order'),
  text('siteid', 'Site'),
  text('description', 'Description'),
  text('description_longdescription', 'Long description'),
  text('worktype', 'Work type'),
  text('status', 'Status'),
  number('wopriority', 'Priority'),
  text('assetnum', 'Asset'),
  text('location', 'Location'),
  text('lead', 'Lead'),
  text('failurecode', 'Failure class'),
  text('problemcode', 'Problem code'),
  text('origrecordid', 'Originating record'),
  number('actlabhrs', 'Actual labor hours'),
  time('reportdate', 'Reported'),
  time('schedstart', 'Scheduled start'),
  time('targstartdate', 'Target start'),
  time('actstart', 'Actual start'),
  time('actfinish', 'Actual finish'),
  time('statusdate', 'Status date'),
  time('changedate', 'Last change'),
];

export const orders: Structure = {
  name: 'orders',
  kind: 'work',
  label: 'Work orders',
  path: 'mxapiwodetail',
  uid: 'workorderid',
  id: ['siteid', 'wonum'],
  getTypeField: () => 'worktype',
  attributes: () => ['workorderid', 'historyflag', 'istask', ...listNames(orderFields)],
  fields: [...workFields, ...orderFields],
  mapping: { ...workMapping, number: 'wonum', hours: 'actlabhrs', resource: 'lead' },
  toRecord(row) {
    const phase = toPhase(row);
    const planned = parseIso(row.schedstart) ?? parseIso(row.targstartdate);
    return {
      key: inSite(row.siteid, row.wonum) ?? '',
      type: toText(row.worktype),
      changedAt: toChangeTime(row),
      fields: {
        ...plain(orderFields, row),
        asset: inSite(row.siteid, row.assetnum),
        phase,
        kind: toKind(toText(row.worktype)),
        plannedAt: planned,
        startAt: parseIso(row.actstart) ?? planned,
        completedAt: phase === 'completed' ? (parseIso(row.actfinish) ?? parseIso(row.statusdate)) : null,
      },
      requestKey: null,
    };
  },
};

const serviceRequestFields = [
  text('ticketid', 'Service request'),
  text('siteid', 'Site'),
  text('description', 'Summary'),
  text('description_longdescription', 'Details'),
  text('status', 'Status'),
  number('reportedpriority', 'Reported priority'),
  text('assetnum', 'Asset'),
  text('assetsiteid', 'Site of the asset'),
  text('location', 'Location'),
  text('reportedby', 'Reported by'),
  time('reportdate', 'Reported'),
  time('targetstart', 'Target start'),
  time('actualstart', 'Actual start'),
  time('actualfinish', 'Actual finish'),
  time('statusdate', 'Status date'),
  time('changedate', 'Last change'),
];

export const serviceRequests: Structure = {
  name: 'service-requests',
  kind: 'work',
  label: 'Service requests',
  path: 'mxapisr',
  uid: 'ticketuid',
  id: ['ticketid'],
  getTypeField: ({ serviceRequestTypeField }) => serviceRequestTypeField,
  attributes: ({ serviceRequestTypeField, requestField }) => [
    ...new Set([
      'ticketuid',
      ...listNames(serviceRequestFields),
      serviceRequestTypeField,
      ...(requestField === null ? [] : [requestField]),
    ]),
  ],
  fields: [...workFields, ...serviceRequestFields],
  mapping: { ...workMapping, number: 'ticketid' },
  toRecord(row, settings) {
    const phase = toPhase(row);
    const reported = parseIso(row.reportdate);
    return {
      key: toText(row.ticketid),
      type: toText(row[settings.serviceRequestTypeField]),
      changedAt: toChangeTime(row),
      fields: {
        ...plain(serviceRequestFields, row),
        asset: inSite(toText(row.assetsiteid) || row.siteid, row.assetnum),
        phase,
        kind: 'corrective',
        plannedAt: parseIso(row.targetstart),
        startAt: parseIso(row.actualstart) ?? reported,
        completedAt: phase === 'completed' ? (parseIso(row.actualfinish) ?? parseIso(row.statusdate)) : null,
      },
      requestKey: findRequestKey(row, settings),
    };
  },
};

const ownAssetFields = [
  text('assetnum', 'Asset'),
  text('siteid', 'Site'),
  text('description', 'Description'),
  text('status', 'Status'),
  text('parent', 'Parent'),
  text('location', 'Location'),
  text('assettype', 'Asset type'),
  text('serialnum', 'Serial number'),
  text('manufacturer', 'Manufacturer'),
  number('priority', 'Priority'),
  time('installdate', 'Installed'),
  time('changedate', 'Last change'),
];

const outOfService = new Set(['DECOMMISSIONED', 'INACTIVE', 'MISSING']);

export const assets: Structure = {
  name: 'assets',
  kind: 'asset',
  label: 'Assets',
  path: 'mxapiasset',
  uid: 'assetuid',
  id: ['siteid', 'assetnum'],
  getTypeField: () => null,
  attributes: () => ['assetuid', ...listNames(ownAssetFields)],
  fields: [
    text('id', 'Asset with its site'),
    text('name', 'Description, or asset'),
    text('parentId', 'Parent with its site'),
    text('state', 'State: in-service or out-of-service'),
    ...ownAssetFields,
  ],
  mapping: {
    uniqueId: 'id',
    assetName: 'name',
    technicalNumber: 'assetnum',
    maintenancePlant: 'siteid',
    positionId: 'location',
    parent: 'parentId',
    state: 'state',
  },
  toRecord(row) {
    const state = (toText(row.status_maxvalue) || toText(row.status)).toUpperCase();
    return {
      key: inSite(row.siteid, row.assetnum) ?? '',
      type: toText(row.assettype),
      changedAt: toChangeTime(row),
      fields: {
        ...plain(ownAssetFields, row),
        id: inSite(row.siteid, row.assetnum),
        name: toText(row.description) || toText(row.assetnum),
        parentId: inSite(row.siteid, row.parent),
        state: outOfService.has(state) ? 'out-of-service' : 'in-service',
      },
      requestKey: null,
    };
  },
};

export const structures: readonly Structure[] = [assets, orders, serviceRequests];
