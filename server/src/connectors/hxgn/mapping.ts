import type { FiledWork, RecordStream, RemoteField, RemoteRecord } from '../connector.ts';
import { number, text, time, toIso } from '../remote-fields.ts';
import type { Row } from './client.ts';
import type { Settings } from './config.ts';
import { parseLocal } from './local-time.ts';

/** Mapping of grid rows to records: local dates, states and kinds of work. */

export interface Grid extends RecordStream {
  getGridName(settings: Settings): string;
  /** Screen of the grid. */
  screen: string;
  /** Column of the code. Rows are sorted by it. */
  id: string;
  toKey(row: Row, settings: Settings): string;
  toRecord(row: Row, settings: Settings): RemoteRecord;
}

/** ISO 14224 kinds by the default work types of the system. */
const kinds: Readonly<Record<string, string>> = {
  BRKD: 'corrective',
  CM: 'corrective',
  COR: 'corrective',
  CORR: 'corrective',
  PM: 'preventive',
  PPM: 'preventive',
  CBM: 'condition-based',
  CAL: 'inspection',
  INSP: 'inspection',
};
export const toKind = (type: string): string => kinds[type] ?? 'other';

/** By the code of the state, which doesn't depend on the language. */
export function toPhase(row: Row): FiledWork['phase'] {
  const state = (row.workorderstatus ?? '').toUpperCase();
  if (state === 'CANC' || state === 'REJ') return 'canceled';
  return state === 'C' || state === 'COMP' ? 'completed' : 'open';
}

export const toStatus = (row: Row): string => row.workorderstatus_display || row.workorderstatus || '';

/** Value for all organizations. */
export const allOrganizations = '*';

/**
 * Returns the name of equipment: its code, followed by its organization if all organizations are read: `P-101#ORG1`, as
 * in EAM. Codes are unique only within an organization.
 */
function equipmentName(
  code: string | undefined,
  organization: string | undefined,
  settings: Settings,
): string {
  return code && settings.organization === allOrganizations ? `${code}#${organization ?? ''}` : (code ?? '');
}

export const findChangeTime = (row: Row, { changeColumn, dateFormat, timeZone }: Settings): number | null =>
  parseLocal(row[changeColumn] ?? '', dateFormat, timeZone) ??
  parseLocal(row.datecreated ?? '', dateFormat, timeZone);

function plain(
  fields: readonly RemoteField[],
  row: Row,
  { dateFormat, timeZone }: Settings,
): Record<string, string | number | null> {
  const values: Record<string, string | number | null> = {};
  for (const { name, kind } of fields) {
    const value = (row[name] ?? '').trim();
    if (value === '') values[name] = null;
    else if (kind === 'time') values[name] = toIso(parseLocal(value, dateFormat, timeZone));
    else if (kind === 'number') {
      const read = Number(value.replaceAll(',', ''));
      values[name] = Number.isNaN(read) ? null : read;
    } else values[name] = value;
  }
  return values;
}

const orderFields = [
  text('workordernum', 'Work order'),
  text('description', 'Description'),
  text('organization', 'Organization'),
  text('workordertype', 'Type'),
  text('workorderstatus', 'Status'),
  text('workorderstatus_display', 'Status text'),
  text('priority', 'Priority'),
  text('equipment', 'Equipment'),
  text('equipmentorg', 'Organization of the equipment'),
  text('equipmentdesc', 'Description of the equipment'),
  text('department', 'Department'),
  text('location', 'Location'),
  text('assignedto', 'Assigned to'),
  text('problemcode', 'Problem code'),
  text('failurecode', 'Failure code'),
  text('causecode', 'Cause code'),
  number('actualhours', 'Actual hours'),
  time('datecreated', 'Created'),
  time('datereported', 'Reported'),
  time('schedstartdate', 'Scheduled start'),
  time('schedenddate', 'Scheduled end'),
  time('datestarted', 'Started'),
  time('datecompleted', 'Completed'),
];

export const orders: Grid = {
  name: 'orders',
  kind: 'work',
  label: 'Work orders',
  getGridName: ({ orderGrid }) => orderGrid,
  screen: 'WSJOBS',
  id: 'workordernum',
  toKey: (row) => row.workordernum ?? '',
  fields: [
    text('asset', 'Equipment, with its organization if all are read'),
    text('phase', 'Phase: open, completed or canceled'),
    text('kind', 'Kind of maintenance by its type'),
    time('startAt', 'Start'),
    time('completedAt', 'Completion'),
    ...orderFields,
  ],
  mapping: {
    asset: 'asset',
    number: 'workordernum',
    name: 'description',
    kind: 'kind',
    state: 'phase',
    planned: 'schedstartdate',
    start: 'startAt',
    completed: 'completedAt',
    hours: 'actualhours',
    resource: 'assignedto',
  },
  toRecord(row, settings) {
    const fields = plain(orderFields, row, settings);
    const phase = toPhase(row);
    const changed = findChangeTime(row, settings);
    return {
      key: orders.toKey(row, settings),
      type: row.workordertype ?? '',
      changedAt: changed ?? 0,
      fields: {
        ...fields,
        asset: equipmentName(row.equipment, row.equipmentorg || row.organization, settings) || null,
        phase,
        kind: toKind(row.workordertype ?? ''),
        startAt: fields.datestarted ?? fields.schedstartdate ?? fields.datereported ?? null,
        completedAt: phase === 'completed' ? (fields.datecompleted ?? toIso(changed)) : null,
      },
      requestKey: findRequestKey(row, settings),
    };
  },
};

const assetFields = [
  text('equipmentno', 'Equipment'),
  text('equipmentdesc', 'Description'),
  text('organization', 'Organization'),
  text('assetstatus', 'Status'),
  text('assetstatus_display', 'Status text'),
  text('outofservice', 'Out of service'),
  text('department', 'Department'),
  text('class', 'Class'),
  text('category', 'Category'),
  text('parentasset', 'Parent asset'),
  text('position', 'Position'),
  text('location', 'Location'),
  text('manufacturer', 'Manufacturer'),
  text('model', 'Model'),
  text('serialnumber', 'Serial number'),
  text('criticality', 'Criticality'),
  time('commissiondate', 'Commissioned'),
  time('datecreated', 'Created'),
];

/** Values of a selected checkbox in a grid. */
const ticked = new Set(['true', '+', '-1', '1', 'yes']);
/** Whether an asset is out of service. Status D is withdrawn. */
const isOut = (row: Row): boolean =>
  row.assetstatus === 'D' || ticked.has((row.outofservice ?? '').toLowerCase());

export const assets: Grid = {
  name: 'assets',
  kind: 'asset',
  label: 'Assets',
  getGridName: ({ assetGrid }) => assetGrid,
  screen: 'OSOBJA',
  id: 'equipmentno',
  toKey: (row, settings) => equipmentName(row.equipmentno, row.organization, settings),
  fields: [
    text('id', 'Equipment, with its organization if all are read'),
    text('name', 'Description, or equipment'),
    text('parentId', 'Parent asset, or position or location'),
    text('state', 'State: in-service or out-of-service'),
    ...assetFields,
  ],
  mapping: {
    uniqueId: 'id',
    assetName: 'name',
    technicalNumber: 'id',
    departmentId: 'department',
    positionId: 'position',
    parent: 'parentId',
    state: 'state',
  },
  toRecord(row, settings) {
    const fields = plain(assetFields, row, settings);
    return {
      key: assets.toKey(row, settings),
      type: row.class ?? '',
      changedAt: findChangeTime(row, settings) ?? 0,
      fields: {
        ...fields,
        id: assets.toKey(row, settings) || null,
        name: fields.equipmentdesc ?? fields.equipmentno ?? null,
        parentId:
          equipmentName(row.parentasset || row.position || row.location, row.organization, settings) || null,
        state: isOut(row) ? 'out-of-service' : 'in-service',
      },
      requestKey: null,
    };
  },
};

export const grids: readonly Grid[] = [assets, orders];

export function findRequestKey(row: Row, { requestField }: Settings): string | null {
  const value = (row[requestField] ?? '').trim().toLowerCase();
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value) ? value : null;
}
