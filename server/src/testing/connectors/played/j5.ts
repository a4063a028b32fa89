import { J5Peer } from '../../../connectors/j5/peer.ts';
import { hour, type PlayedSystem, type Row, toIso } from './system.ts';

/** Entries of logbooks of assets that are made here. */
export async function playJ5(): Promise<PlayedSystem> {
  const peer = await new J5Peer().start();
  return {
    type: 'j5',
    peer,
    configuration: { user: peer.user, password: peer.password },
    repeatRows: (isRepeated) => {
      peer.repeatsEntries = isRepeated;
    },
    assets: null,
    orders: {
      rows: () => peer.entries as Row[],
      make: (number) => ({ id: number, type: 'Defect', status: 'Open', modified: 0 }),
      name: 'title',
      of: (asset) => ({ asset }),
      complete: (at) => ({ status: 'Completed', start: toIso(at - hour), completed: toIso(at) }),
      read: (row) => ({
        stream: 'entries',
        key: String(row.id),
        number: String(row.id),
        name: String(row.title),
        tag: `${row.asset} Defect`,
        completed: (row.completed as string | undefined) ?? null,
      }),
    },
    requests: null,
  };
}
