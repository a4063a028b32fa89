import { fromWall, isTimeZone } from '@twinward/domain/time-zone';
import type { FiledWork, RecordStream, RemoteField, RemoteRecord } from '../connector.ts';
import { flag, text, time, toIso } from '../remote-fields.ts';
import type { Row } from './client.ts';

/** Mapping of SAP entities to records: dates, padded numbers, states and kinds of work. */

export interface Entity extends RecordStream {
  /** Service and entity set. */
  path: string;
  /** Properties of the key and of the type. */
  key: string;
  type: string;
  /** Returns null for a row to skip. */
  toRecord(row: Row, timeZone: string): RemoteRecord | null;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** `/Date(ms)/` or `/Date(ms+offset)/`, whose milliseconds are UTC in both cases; null: no date. */
export function parseDate(value: unknown): number | null {
  const found = /^\/Date\((-?\d+)(?:[+-]\d+)?\)\/$/.exec(toText(value));
  return found ? Number(found[1]) : null;
}

/** Parses a time of day such as `PT11H50M49S` to milliseconds. Null for other values. */
export function timeOfDay(value: unknown): number | null {
  const found = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(toText(value));
  if (!found || toText(value) === 'PT') return null;
  const [hours, minutes, seconds] = found.slice(1).map((part) => Number(part ?? 0));
  return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000;
}

/** A date and a time of day in a zone, as ISO 8601 in UTC; null: no date. */
export function toMoment(date: unknown, timeOfDayText: unknown, zone: string): string | null {
  const day = parseDate(date);
  return day === null ? null : toIso(fromWall(day + (timeOfDay(timeOfDayText) ?? 0), zone));
}

/** Removes the zero padding of numbers: `000000000210100094` becomes 210100094. */
export const unpadded = (value: unknown): string => {
  const found = toText(value);
  return /^\d+$/.test(found) ? found.replace(/^0+(?=\d)/, '') : found;
};

/** Pads numbers with zeros. Other names are returned unchanged. */
export const padded = (value: string, length: number): string =>
  /^\d+$/.test(value) ? value.padStart(length, '0') : value;

/** ISO 14224 kinds by the standard work types. */
const kinds: Readonly<Record<string, string>> = {
  PM01: 'corrective',
  PM02: 'preventive',
  YA01: 'corrective',
  YA02: 'corrective',
  YA03: 'preventive',
  M1: 'corrective',
  M2: 'corrective',
};
export const toKind = (type: string): string => kinds[type] ?? 'other';

/** Returns the phase by the processing phase (4 completed, 5 deletion flag), else by the system states. */
export function notificationPhase(row: Row): FiledWork['phase'] {
  const phase = toText(row.NotifProcessingPhase);
  const states = splitStates(row.ConcatenatedActiveSystStsName);
  if (phase === '5' || states.includes('DLFL')) return 'canceled';
  return phase === '4' || states.includes('NOCO') ? 'completed' : 'open';
}

/** TECO and CLSD: completed by technicians, or for accounting too. DLFL: marked for deletion; DLT: deleted. */
export function orderPhase(row: Row): FiledWork['phase'] {
  const states = splitStates(row.SystemStatusText);
  if (states.includes('DLFL') || states.includes('DLT')) return 'canceled';
  return states.includes('TECO') || states.includes('CLSD') ? 'completed' : 'open';
}

const splitStates = (value: unknown): string[] => toText(value).split(/\s+/);

export const notificationStatus = (row: Row): string =>
  toText(row.NotifProcessingPhaseDesc) || toText(row.ConcatenatedActiveSystStsName) || notificationPhase(row);

/** Last line of the long text of a notification created by Twinward. */
export const requestLine = (key: string): string => `Twinward request ${key}`;

/** What identifies a request in the external reference number, which has 20 characters in upper case. */
export const toReference = (key: string): string => `TW${key.replaceAll('-', '').slice(0, 18)}`.toUpperCase();

/** The key of the request that a notification came from. */
export function findRequestKey(row: Row): string | null {
  const long = `${toText(row.MaintNotifLongTextForEdit)}\n${toText(row.MaintNotificationLongText)}`;
  const key = /Twinward request ([0-9a-f-]{36})/i.exec(long)?.[1]?.toLowerCase();
  return key ?? null;
}

/** Returns the values of fields with the same name in a row. */
function plain(fields: readonly RemoteField[], row: Row): Record<string, string | number | boolean | null> {
  const values: Record<string, string | number | boolean | null> = {};
  for (const { name, kind } of fields) {
    const value = row[name];
    if (kind === 'time') values[name] = toIso(parseDate(value));
    else if (kind === 'boolean') values[name] = typeof value === 'boolean' ? value : value === 'X';
    else if (typeof value === 'number') values[name] = value;
    else values[name] = toText(value) === '' ? null : unpadded(value);
  }
  return values;
}

const toChangeTime = (row: Row): number =>
  parseDate(row.LastChangeDateTime) ?? parseDate(row.CreationDate) ?? 0;
const filled = (value: string): string | null => (value === '' ? null : value);

const workFields: RemoteField[] = [
  text('asset', 'Equipment, or functional location'),
  text('phase', 'Phase: open, completed or canceled'),
  text('kind', 'Kind of maintenance by its type'),
  text('number', 'Number'),
  time('startAt', 'Start'),
  time('completedAt', 'Completion'),
  time('plannedAt', 'Planned start'),
];
const workMapping = {
  asset: 'asset',
  number: 'number',
  kind: 'kind',
  state: 'phase',
  planned: 'plannedAt',
  start: 'startAt',
  completed: 'completedAt',
};

const notificationFields = [
  text('NotificationText', 'Short text'),
  text('NotificationType', 'Notification type'),
  text('MaintPriority', 'Priority'),
  text('NotifProcessingPhase', 'Processing phase'),
  text('MaintNotifProcessPhaseCode', 'Process phase'),
  text('ConcatenatedActiveSystStsName', 'System states'),
  text('TechnicalObject', 'Technical object'),
  text('TechnicalObjectLabel', 'Technical object, label'),
  text('FunctionalLocation', 'Functional location'),
  text('MaintenancePlant', 'Maintenance plant'),
  text('MaintenancePlanningPlant', 'Planning plant'),
  text('MainWorkCenter', 'Main work center'),
  text('MaintenanceOrder', 'Order'),
  text('ReportedByUser', 'Reported by'),
  text('MaintNotificationLongText', 'Long text'),
  text('MaintNotifExtReferenceNumber', 'External reference number'),
  flag('MaintenanceObjectIsDown', 'Breakdown'),
  time('CreationDate', 'Created on'),
  time('LastChangeDateTime', 'Last change'),
];

const orderFields = [
  text('MaintenanceOrderDesc', 'Description'),
  text('MaintenanceOrderType', 'Order type'),
  text('MaintPriority', 'Priority'),
  text('SystemStatusText', 'System states'),
  text('Equipment', 'Equipment'),
  text('FunctionalLocation', 'Functional location'),
  text('MaintenancePlant', 'Maintenance plant'),
  text('MaintenancePlanningPlant', 'Planning plant'),
  text('MainWorkCenter', 'Main work center'),
  text('MaintenanceActivityType', 'Activity type'),
  text('MaintenanceNotification', 'Notification'),
  time('MaintOrdBasicStartDateTime', 'Basic start'),
  time('MaintOrdBasicEndDateTime', 'Basic end'),
  time('LastChangeDateTime', 'Last change'),
];

export const notifications: Entity = {
  name: 'notifications',
  kind: 'work',
  label: 'Maintenance notifications',
  path: 'API_MAINTNOTIFICATION/MaintenanceNotification',
  key: 'MaintenanceNotification',
  type: 'NotificationType',
  fields: [...workFields, ...notificationFields],
  mapping: {
    ...workMapping,
    name: 'NotificationText',
    description: 'MaintNotificationLongText',
    resource: 'MainWorkCenter',
  },
  toRecord(row, timeZone) {
    const type = toText(row.NotificationType);
    const named = toText(row.NotificationTimeZone);
    const zone = named !== '' && isTimeZone(named) ? named : timeZone;
    const phase = notificationPhase(row);
    const planned = toMoment(row.RequiredStartDate, row.RequiredStartTime, zone);
    return {
      key: toText(row.MaintenanceNotification),
      type,
      changedAt: toChangeTime(row),
      fields: {
        ...plain(notificationFields, row),
        asset: filled(toText(row.TechnicalObjectLabel) || unpadded(row.TechnicalObject)),
        phase,
        kind: toKind(type),
        number: unpadded(row.MaintenanceNotification),
        plannedAt: planned,
        startAt: toMoment(row.MalfunctionStartDate, row.MalfunctionStartTime, zone) ?? planned,
        completedAt:
          phase === 'completed'
            ? (toMoment(row.MalfunctionEndDate, row.MalfunctionEndTime, zone) ??
              toMoment(row.NotificationCompletionDate, row.CompletionTime, zone) ??
              toIso(toChangeTime(row)))
            : null,
      },
      requestKey: findRequestKey(row),
    };
  },
};

export const orders: Entity = {
  name: 'orders',
  kind: 'work',
  label: 'Maintenance orders',
  path: 'API_MAINTENANCEORDER;v=0002/MaintenanceOrder',
  key: 'MaintenanceOrder',
  type: 'MaintenanceOrderType',
  fields: [...workFields, ...orderFields],
  mapping: { ...workMapping, name: 'MaintenanceOrderDesc', resource: 'MainWorkCenter' },
  toRecord(row) {
    const type = toText(row.MaintenanceOrderType);
    const phase = orderPhase(row);
    const start = toIso(parseDate(row.MaintOrdBasicStartDateTime));
    const end = parseDate(row.MainWorkCompletedDateTime) ?? parseDate(row.MaintOrdBasicEndDateTime);
    return {
      key: toText(row.MaintenanceOrder),
      type,
      changedAt: toChangeTime(row),
      fields: {
        ...plain(orderFields, row),
        asset: filled(
          unpadded(row.Equipment) ||
            toText(row.FunctionalLocationLabelName) ||
            toText(row.FunctionalLocation),
        ),
        phase,
        kind: toKind(type),
        number: unpadded(row.MaintenanceOrder),
        plannedAt: start,
        startAt: start,
        completedAt: phase === 'completed' ? toIso(end ?? toChangeTime(row)) : null,
      },
      requestKey: null,
    };
  },
};

const assetFields: RemoteField[] = [
  text('id', 'Number, or label of the location'),
  text('name', 'Name'),
  flag('isEquipment', 'Is equipment'),
  text('parentId', 'Superior object'),
  text('state', 'State: in-service or out-of-service'),
];
const commonAssetFields = [
  text('TechnicalObjectType', 'Object type'),
  text('MaintenancePlant', 'Maintenance plant'),
  text('MaintenancePlanningPlant', 'Planning plant'),
  text('MainWorkCenter', 'Main work center'),
  text('ABCIndicator', 'ABC indicator'),
  text('ManufacturerPartTypeName', 'Model'),
  text('AssetLocation', 'Location'),
  time('CreationDate', 'Created on'),
  time('LastChangeDateTime', 'Last change'),
];
const assetMapping = {
  uniqueId: 'id',
  assetName: 'name',
  technicalNumber: 'id',
  isEquipment: 'isEquipment',
  maintenancePlant: 'MaintenancePlant',
  planningPlant: 'MaintenancePlanningPlant',
  parent: 'parentId',
  state: 'state',
};
const equipmentFields = [
  text('EquipmentCategory', 'Equipment category'),
  text('AssetManufacturerName', 'Manufacturer'),
  text('ManufacturerSerialNumber', 'Serial number'),
  text('FunctionalLocation', 'Functional location'),
  text('SuperordinateEquipment', 'Superior equipment'),
  ...commonAssetFields,
];
const locationFields = [
  text('FunctionalLocationCategory', 'Category'),
  text('SuperiorFunctionalLocation', 'Superior functional location'),
  ...commonAssetFields,
];

/** Equipment has a row for each period at a location. Today's row is the record. */
export const equipment: Entity = {
  name: 'equipment',
  kind: 'asset',
  label: 'Equipment',
  path: 'API_EQUIPMENT/Equipment',
  key: 'Equipment',
  type: 'TechnicalObjectType',
  fields: [...assetFields, ...equipmentFields],
  mapping: assetMapping,
  toRecord(row) {
    const start = parseDate(row.ValidityStartDate);
    const end = parseDate(row.ValidityEndDate);
    const today = Math.floor(Date.now() / 86_400_000) * 86_400_000;
    if ((start !== null && start > today) || (end !== null && end < today)) return null;
    const isOut = row.EquipmentIsMarkedForDeletion === true || row.EquipmentIsInactive === true;
    return {
      key: toText(row.Equipment),
      type: toText(row.TechnicalObjectType),
      changedAt: toChangeTime(row),
      fields: {
        ...plain(equipmentFields, row),
        id: unpadded(row.Equipment),
        name: toText(row.EquipmentName) || unpadded(row.Equipment),
        isEquipment: true,
        parentId: filled(
          unpadded(row.SuperordinateEquipment) ||
            toText(row.FunctionalLocationLabelName) ||
            toText(row.FunctionalLocation),
        ),
        state: isOut ? 'out-of-service' : 'in-service',
      },
      requestKey: null,
    };
  },
};

const locations: Entity = {
  name: 'functional-locations',
  kind: 'asset',
  label: 'Functional locations',
  path: 'API_FUNCTIONALLOCATION/FunctionalLocation',
  key: 'FunctionalLocation',
  type: 'TechnicalObjectType',
  fields: [...assetFields, ...locationFields],
  mapping: assetMapping,
  toRecord(row) {
    const isOut =
      row.FuncnlLocIsMarkedForDeletion === true ||
      row.FuncnlLocIsDeleted === true ||
      row.FuncnlLocIsDeactivated === true;
    const id = toText(row.FunctionalLocationLabelName) || toText(row.FunctionalLocation);
    return {
      key: toText(row.FunctionalLocation),
      type: toText(row.TechnicalObjectType),
      changedAt: toChangeTime(row),
      fields: {
        ...plain(locationFields, row),
        id,
        name: toText(row.FunctionalLocationName) || id,
        isEquipment: false,
        parentId: filled(toText(row.SuperiorFuncnlLocLabelName) || toText(row.SuperiorFunctionalLocation)),
        state: isOut ? 'out-of-service' : 'in-service',
      },
      requestKey: null,
    };
  },
};

export const entities: readonly Entity[] = [locations, equipment, notifications, orders];
