import { HxgnPeer } from '../../../connectors/hxgn/peer.ts';
import { hour, type PlayedSystem, toIso } from './system.ts';

export async function playHxgn(): Promise<PlayedSystem> {
  const peer = await new HxgnPeer().start();
  const organization = 'O';
  return {
    type: 'hxgn',
    peer,
    configuration: {
      ...{ tenant: peer.tenant, organization, user: peer.user, password: peer.password },
      ...{ extractionOrderTypes: ['BRKD'], timeZone: peer.timeZone },
    },
    repeatRows: (isRepeated) => {
      peer.repeatsRows = isRepeated;
    },
    expirePages: (isExpired) => {
      peer.expiresCursors = isExpired;
    },
    assets: {
      rows: () => peer.assets,
      make: (number) => ({ equipmentno: `P-${number}`, organization, assetstatus: 'I' }),
      name: 'equipmentdesc',
      read: ({ equipmentno, equipmentdesc }) => ({
        uniqueId: String(equipmentno),
        name: String(equipmentdesc),
      }),
    },
    orders: {
      rows: () => peer.orders,
      make: (number) => ({
        ...{ workordernum: String(20_000_000 + number), organization, workordertype: 'BRKD' },
        workorderstatus: 'R',
      }),
      name: 'description',
      of: (asset) => ({ equipment: asset }),
      complete,
      read: (row) => ({
        stream: 'orders',
        key: String(row.workordernum),
        number: String(row.workordernum),
        name: String(row.description),
        tag: `${row.equipment} BRKD`,
        completed: toIso(row.datecompleted),
      }),
    },
    requests: {
      ...{ system: 'HEXAGON', type: 'BRKD' },
      rows: () => peer.orders.filter(({ udfchar30 }) => udfchar30),
      complete,
      read: (row) => ({
        key: String(row.udfchar30),
        number: String(row.workordernum),
        phase: row.workorderstatus === 'C' ? 'completed' : 'open',
      }),
    },
  };
}

const complete = (at: number) => ({
  ...{ workorderstatus: 'C', schedstartdate: at - hour, datecompleted: at },
});
