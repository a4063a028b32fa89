import { HxgnPeer } from '@twinward/server/src/connectors/hxgn/peer.ts';
import { MaximoPeer } from '@twinward/server/src/connectors/maximo/peer.ts';
import { SapPeer } from '@twinward/server/src/connectors/sap/peer.ts';

/** SAP, Maximo or HxGN EAM in a separate process, with work orders and assets that change one per minute. */

const [type, orders, assets] = [process.argv[2]!, Number(process.argv[3]), Number(process.argv[4])];
const changed = (at: number) => Date.UTC(2020, 0, 1) + at * 60_000;
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

const creaters = {
  sap() {
    const peer = new SapPeer();
    for (const at of numbers(orders)) {
      peer.orders.push({
        ...{
          MaintenanceOrder: String(at).padStart(12, '0'),
          MaintenanceOrderType: 'PM01',
          MaintPriority: '2',
        },
        ...{ MaintenanceOrderDesc: `Repair ${at}`, SystemStatusText: 'TECO PRC', MaintenancePlant: '1010' },
        ...{ Equipment: String(at % assets).padStart(18, '0'), MaintOrdBasicStartDateTime: changed(at) },
        ...{ MaintOrdBasicEndDateTime: changed(at + 60), LastChangeDateTime: changed(at + 60) },
      });
    }
    for (const at of numbers(assets)) {
      peer.equipment.push({
        ...{ Equipment: String(at).padStart(18, '0'), EquipmentName: `Pump ${at}`, MaintenancePlant: '1010' },
        ...{ ValidityStartDate: 0, ValidityEndDate: Date.UTC(9999, 11, 31), LastChangeDateTime: changed(at) },
      });
    }
    return {
      peer,
      configuration: { extractionOrderTypes: ['PM01'] },
      streams: { orders: 'orders', assets: 'equipment' },
    };
  },
  maximo() {
    const peer = new MaximoPeer();
    for (const at of numbers(orders)) {
      peer.orders.push({
        ...{
          workorderid: at,
          wonum: String(at),
          siteid: 'BEDFORD',
          worktype: 'CM',
          status: 'COMP',
          istask: 0,
        },
        ...{ assetnum: String(at % assets), description: `Repair ${at}`, actstart: changed(at) },
        ...{ actfinish: changed(at + 60), changedate: changed(at + 60) },
      });
    }
    for (const at of numbers(assets)) {
      peer.assets.push({
        ...{ assetuid: at, assetnum: String(at), siteid: 'BEDFORD', status: 'OPERATING' },
        ...{ description: `Pump ${at}`, changedate: changed(at) },
      });
    }
    return {
      peer,
      configuration: { extractionOrderTypes: ['CM'] },
      streams: { orders: 'orders', assets: 'assets' },
    };
  },
  hxgn() {
    const peer = new HxgnPeer();
    for (const at of numbers(orders)) {
      peer.orders.push({
        ...{ workordernum: String(10_000_000 + at), organization: 'O', workordertype: 'BRKD' },
        ...{ workorderstatus: 'C', workorderstatus_display: 'Completed', equipment: `P-${at % assets}` },
        ...{ description: `Repair ${at}`, datecompleted: changed(at + 60), dateupdated: changed(at + 60) },
      });
    }
    for (const at of numbers(assets)) {
      peer.assets.push({
        ...{ equipmentno: `P-${at}`, equipmentdesc: `Pump ${at}`, organization: 'O', assetstatus: 'I' },
        dateupdated: changed(at),
      });
    }
    return {
      peer,
      configuration: {
        extractionOrderTypes: ['BRKD'],
        tenant: peer.tenant,
        organization: 'O',
        timeZone: peer.timeZone,
      },
      streams: { orders: 'orders', assets: 'assets' },
    };
  },
};

const { peer, configuration, streams } = creaters[type as keyof typeof creaters]();
await peer.start();
// Discards the recorded requests, which would fill the memory.
setInterval(() => peer.requests.splice(0), 1000).unref();
process.once('disconnect', () => process.exit());
const { user, password } = peer;
process.send!({ configuration: { url: peer.origin, user, password, ...configuration }, streams });
