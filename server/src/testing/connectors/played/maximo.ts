import { MaximoPeer } from '../../../connectors/maximo/peer.ts';
import { hour, type PlayedSystem, toIso } from './system.ts';

const site = 'S';

export async function playMaximo(): Promise<PlayedSystem> {
  const peer = await new MaximoPeer().start();
  return {
    type: 'maximo',
    peer,
    configuration: {
      ...{ apikey: peer.apikey, site },
      ...{ extractionOrderTypes: ['CM'], extractionServiceRequestTypes: ['SR'] },
      requestField: 'externalrecid',
    },
    repeatRows: (isRepeated) => {
      peer.repeatsRows = isRepeated;
    },
    expirePages: (isExpired) => {
      peer.expiresPages = isExpired;
    },
    assets: {
      rows: () => peer.assets,
      make: (number) => ({
        ...{ assetuid: number, assetnum: String(number), siteid: site, status: 'OPERATING' },
      }),
      name: 'description',
      read: ({ assetnum, description }) => ({ uniqueId: `${site}/${assetnum}`, name: String(description) }),
    },
    orders: {
      rows: () => peer.orders,
      make: (number) => ({
        ...{ workorderid: number, wonum: String(number), siteid: site, worktype: 'CM' },
        ...{ status: 'APPR', istask: 0 },
      }),
      name: 'description',
      of: (asset) => ({ assetnum: asset.slice(site.length + 1) }),
      complete: (at) => ({ status: 'COMP', actstart: at - hour, actfinish: at }),
      read: (row) => ({
        stream: 'orders',
        key: `${site}/${row.wonum}`,
        number: String(row.wonum),
        name: String(row.description),
        tag: `${site}/${row.assetnum} CM`,
        completed: toIso(row.actfinish),
      }),
    },
    requests: {
      ...{ system: 'MAXIMO', type: 'SR' },
      rows: () => peer.serviceRequests,
      complete: (at) => ({ status: 'RESOLVED', actualstart: at - hour, actualfinish: at }),
      read: (row) => ({
        key: String(row.externalrecid).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
        number: String(row.ticketid),
        phase: row.status === 'RESOLVED' ? 'completed' : 'open',
      }),
      work: (row) => ({
        stream: 'service-requests',
        key: String(row.ticketid),
        number: String(row.ticketid),
        name: String(row.description),
        tag: `${site}/${row.assetnum} SR`,
        completed: toIso(row.actualfinish),
      }),
    },
  };
}
