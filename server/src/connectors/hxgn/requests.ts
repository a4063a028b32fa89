import { ConnectorFailure, type FiledWork, type RequestsRole, type WorkToFile } from '../connector.ts';
import { type Filter, HxgnClient, matchAny, type Row } from './client.ts';
import type { Settings } from './config.ts';
import { allOrganizations, findRequestKey, orders, toPhase, toStatus } from './mapping.ts';

/** Maximum length of a description. */
const descriptionLength = 80;
/** Maximum number of work orders in one query. */
const most = 50;

export const requests: RequestsRole = {
  async find(call, key) {
    const client = new HxgnClient(call);
    const { requestField } = client.settings;
    const rows = await readOrders(client, [{ column: requestField, operator: '=', value: key }]);
    const row = rows.find((found) => findRequestKey(found, client.settings) === key.toLowerCase());
    return row ? toFiledWork(client.settings, row) : null;
  },

  async file(call, request) {
    const client = new HxgnClient(call);
    const { settings } = client;
    const equipment = toEquipment(request.asset, settings);
    const defaults = await client.workOrderDefaults(equipment.organization);
    const workOrder = toWorkOrder(request, equipment, settings, defaults);
    const workordernum = await client.createWorkOrder(workOrder, equipment.organization);
    const status = workOrder.STATUS as { STATUSCODE?: string; DESCRIPTION?: string } | undefined;
    return toFiledWork(settings, {
      workordernum,
      workorderstatus: status?.STATUSCODE ?? '',
      workorderstatus_display: status?.DESCRIPTION ?? '',
    });
  },

  async states(call, numbers) {
    const client = new HxgnClient(call);
    const found: FiledWork[] = [];
    for (let at = 0; at < numbers.length; at += most) {
      const rows = await readOrders(client, matchAny('workordernum', numbers.slice(at, at + most)));
      found.push(...rows.map((row) => toFiledWork(client.settings, row)));
    }
    return found;
  },
};

async function readOrders(client: HxgnClient, filters: readonly Filter[]): Promise<Row[]> {
  const { rows } = await client.grid({
    grid: orders.getGridName(client.settings),
    screen: orders.screen,
    filters,
    sortBy: orders.id,
    rows: most,
    cursor: 0,
  });
  return rows;
}

interface Equipment {
  code: string;
  organization: string;
}

/**
 * Returns the equipment of an asset. A connection to all organizations files work in the organization of the equipment.
 * @throws ConnectorFailure `refused` if the asset has no organization
 */
function toEquipment(asset: WorkToFile['asset'], { organization }: Settings): Equipment {
  const { technicalNumber, uniqueId } = asset;
  if (organization !== allOrganizations) return { code: technicalNumber ?? uniqueId, organization };
  for (const name of [technicalNumber, uniqueId]) {
    const [, code, own] = /^(.+)#([^#]+)$/.exec(name ?? '') ?? [];
    if (code && own) return { code, organization: own };
  }
  throw new ConnectorFailure(
    'refused',
    `The connection is for all organizations, and the asset ${uniqueId} does not name its own: its technical number must be CODE#ORGANIZATION.`,
  );
}

/** What the request says, over the defaults of the system. */
export function toWorkOrder(
  request: WorkToFile,
  equipment: Equipment,
  settings: Settings,
  defaults: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const { asset } = request;
  const ORGANIZATIONID = { ORGANIZATIONCODE: equipment.organization };
  const part = (name: string) => (defaults[name] ?? {}) as Record<string, unknown>;
  return {
    ...defaults,
    WORKORDERID: {
      ...part('WORKORDERID'),
      DESCRIPTION: request.shortDescription.slice(0, descriptionLength),
      ORGANIZATIONID,
    },
    TYPE: { TYPECODE: request.type ?? settings.workOrderType },
    ...(request.status !== null && { STATUS: { STATUSCODE: request.status } }),
    ...(request.priority !== null && { PRIORITY: { PRIORITYCODE: request.priority } }),
    EQUIPMENTID: { EQUIPMENTCODE: equipment.code, ORGANIZATIONID },
    ...(asset.departmentId !== null && {
      DEPARTMENTID: { DEPARTMENTCODE: asset.departmentId, ORGANIZATIONID },
    }),
    UserDefinedFields: {
      ...part('UserDefinedFields'),
      [settings.requestField.toUpperCase()]: request.key,
      ...(settings.descriptionField !== null && {
        [settings.descriptionField.toUpperCase()]: request.description,
      }),
    },
  };
}

function toFiledWork({ base, tenant }: Settings, row: Row): FiledWork {
  const number = row.workordernum ?? '';
  const query = new URLSearchParams({
    tenant,
    FROMEMAIL: 'YES',
    SYSTEM_FUNCTION_NAME: orders.screen,
    USER_FUNCTION_NAME: orders.screen,
    workordernum: number,
  });
  return {
    number,
    status: toStatus(row),
    phase: toPhase(row),
    url: `${new URL(base).origin}/web/base/logindisp?${query}`,
  };
}
