import { ConnectorFailure, type FiledWork, type RequestsRole, type WorkToFile } from '../connector.ts';
import { quote, type Row, SapClient } from './client.ts';
import {
  findRequestKey,
  notificationPhase,
  notificationStatus,
  notifications,
  padded,
  requestLine,
  toReference,
  unpadded,
} from './mapping.ts';

/** Maximum lengths of fields. */
const shortText = 40;
const longText = 1333;
const notificationNumber = 12;
const equipmentNumber = 18;
/** Maximum number of notifications in one filter. */
const most = 20;

export const requests: RequestsRole = {
  async find(call, key) {
    const client = new SapClient(call);
    const filter = `MaintNotifExtReferenceNumber eq ${quote(toReference(key))}`;
    const { rows } = await client.page(notifications.path, { filter, top: most });
    // The reference contains part of the key. The long text contains the whole key, unless a user has changed it.
    const row =
      rows.find((found) => findRequestKey(found) === key) ??
      rows.find((found) => findRequestKey(found) === null);
    return row ? toFiledWork(client, row) : null;
  },

  async file(call, request) {
    const client = new SapClient(call);
    const type = request.type ?? client.settings.notificationType;
    if (type === null) {
      throw new ConnectorFailure(
        'refused',
        'The notification has no type: set it in the advisory or in the connection.',
      );
    }
    const created = await client.create(notifications.path, toBody(request, type));
    if (!created.MaintenanceNotification)
      throw new ConnectorFailure('protocol', 'The answer has no notification number.');
    return toFiledWork(client, created);
  },

  async states(call, numbers) {
    const client = new SapClient(call);
    const found: FiledWork[] = [];
    for (let at = 0; at < numbers.length; at += most) {
      const filter = numbers
        .slice(at, at + most)
        .map((number) => `MaintenanceNotification eq ${quote(padded(number, notificationNumber))}`)
        .join(' or ');
      const { rows } = await client.page(notifications.path, { filter, top: most });
      found.push(...rows.map((row) => toFiledWork(client, row)));
    }
    return found;
  },
};

export function toBody(request: WorkToFile, type: string): Row {
  const { asset, key } = request;
  const object = asset.technicalNumber ?? asset.uniqueId;
  const end = `\n\n${requestLine(key)}`;
  return {
    NotificationType: type,
    NotificationText: request.shortDescription.slice(0, shortText),
    MaintNotifLongTextForEdit: request.description.slice(0, longText - end.length) + end,
    MaintNotifExtReferenceNumber: toReference(key),
    TechnicalObject: asset.isEquipment ? padded(object, equipmentNumber) : object,
    TechObjIsEquipOrFuncnlLoc: asset.isEquipment ? 'EAMS_EQUI' : 'EAMS_FL',
    ...(request.priority !== null && { MaintPriority: request.priority }),
    ...(asset.maintenancePlant !== null && { MaintenancePlant: asset.maintenancePlant }),
    ...(asset.planningPlant !== null && { MaintenancePlanningPlant: asset.planningPlant }),
  };
}

function toFiledWork(client: SapClient, row: Row): FiledWork {
  const number = unpadded(row.MaintenanceNotification);
  return {
    number,
    status: notificationStatus(row),
    phase: notificationPhase(row),
    url: displayAddress(client, number),
  };
}

/** Returns the address of the notification in SAP GUI for HTML: transaction IW23. */
function displayAddress({ settings }: SapClient, number: string): string {
  const client = settings.client === null ? '' : `sap-client=${settings.client}&`;
  const transaction = encodeURIComponent(`*IW23 RIWO00-QMNUM=${number}`);
  return `${new URL(settings.base).origin}/sap/bc/gui/sap/its/webgui?${client}~transaction=${transaction}`;
}
