import { findRequestKey, unpadded } from '../../../connectors/sap/mapping.ts';
import { SapPeer } from '../../../connectors/sap/peer.ts';
import { hour, type PlayedSystem, toIso } from './system.ts';

const day = 24 * hour;
const padEquipment = (number: string) => number.padStart(18, '0');

export async function playSap(): Promise<PlayedSystem> {
  const peer = await new SapPeer().start();
  peer.pageSize = 30;
  return {
    type: 'sap',
    peer,
    configuration: {
      ...{ user: peer.user, password: peer.password, notificationType: 'M1' },
      ...{ extractionOrderTypes: ['PM01'], extractionNotificationTypes: ['M1'] },
    },
    repeatRows: (isRepeated) => {
      peer.repeatsRows = isRepeated;
    },
    expirePages: (isExpired) => {
      peer.expiresPages = isExpired;
      peer.expireSessions();
    },
    assets: {
      rows: () => peer.equipment,
      make: (number) => ({
        Equipment: padEquipment(String(number)),
        ...{ ValidityStartDate: 0, ValidityEndDate: Date.UTC(9999, 11, 31) },
      }),
      name: 'EquipmentName',
      read: ({ Equipment, EquipmentName }) => ({
        uniqueId: unpadded(Equipment),
        name: String(EquipmentName),
      }),
    },
    orders: {
      rows: () => peer.orders,
      make: (number) => ({
        MaintenanceOrder: String(number).padStart(12, '0'),
        ...{ MaintenanceOrderType: 'PM01', SystemStatusText: 'REL' },
      }),
      name: 'MaintenanceOrderDesc',
      of: (asset) => ({ Equipment: padEquipment(asset) }),
      complete: (at) => ({
        SystemStatusText: 'TECO PRC',
        ...{ MaintOrdBasicStartDateTime: at - hour, MaintOrdBasicEndDateTime: at },
      }),
      read: (row) => ({
        stream: 'orders',
        key: String(row.MaintenanceOrder),
        number: unpadded(row.MaintenanceOrder),
        name: String(row.MaintenanceOrderDesc),
        tag: `${unpadded(row.Equipment)} PM01`,
        completed: toIso(row.MaintOrdBasicEndDateTime),
      }),
    },
    requests: {
      ...{ system: 'SAP', type: 'M1' },
      rows: () => peer.notifications,
      complete: (at) => ({
        ...{ NotifProcessingPhase: '4', NotifProcessingPhaseDesc: 'Completed' },
        NotificationCompletionDate: at - (at % day),
        CompletionTime: `PT${Math.floor((at % day) / hour)}H${(at % hour) / 60_000}M0S`,
        // Kept by the peer alone.
        completedAt: at,
      }),
      read: (row) => ({
        key: findRequestKey(row) ?? '',
        number: unpadded(row.MaintenanceNotification),
        phase: row.NotifProcessingPhase === '4' ? 'completed' : 'open',
      }),
      work: (row) => ({
        stream: 'notifications',
        key: String(row.MaintenanceNotification),
        number: unpadded(row.MaintenanceNotification),
        name: String(row.NotificationText),
        tag: `${row.TechnicalObjectLabel} M1`,
        completed: toIso(row.completedAt),
      }),
    },
  };
}
