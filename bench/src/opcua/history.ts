import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { firstWindow, nextWindow, toWindow } from '@twinward/domain/connections/progress';
import type { TimeRange } from '@twinward/server/src/connectors/connector.ts';
import { roles } from '@twinward/server/src/connectors/opcua/roles.ts';
import { makeCall } from '@twinward/server/src/connectors/testing/call.ts';
import { saveSourceValues } from '@twinward/server/src/modules/signals/intake/service.ts';
import { openBareHistory } from '@twinward/server/src/testing/connectors/bare-history.ts';
import { createFedGroup } from '../fed-group.ts';
import type { BenchContext, BenchRow } from '../row.ts';

const points = Number(process.env.OPCUA_HISTORY ?? 10_000_000);
const items = 20;
const valuesPerItem = Math.ceil(points / items);
const start = Date.UTC(2024, 0, 1);

interface Peer {
  url: string;
  sources: string[];
  nodeIds: string[];
}

/**
 * Measures OPC UA history, 10,000,000 points or `OPCUA_HISTORY`, read and stored in windows like a connection does,
 * against the client library reading the same windows. Both run alternately.
 */
export async function opcuaHistoryBench({ database }: BenchContext): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'history-peer.ts'), [items, valuesPerItem, start].map(String));
  try {
    const [peer] = (await once(child, 'message')) as [Peer];
    return await measure(database, peer);
  } finally {
    child.disconnect();
    await once(child, 'exit');
  }
}

async function measure(
  { db }: BenchContext['database'],
  { url, sources, nodeIds }: Peer,
): Promise<BenchRow[]> {
  const groupId = await createFedGroup(db, 'opcua', sources);
  const bare = await openBareHistory(url, nodeIds);
  const call = makeCall({ url, securityMode: 'None' });
  async function readOwn(range: TimeRange, save?: boolean): Promise<number> {
    let count = 0;
    for await (const block of roles.history!(call, sources, range)) {
      if (save) await saveSourceValues(db, null, groupId, block);
      count += block.length;
    }
    return count;
  }
  const ways = {
    bare: bare.read,
    read: (range: TimeRange) => readOwn(range),
    store: (range: TimeRange) => readOwn(range, true),
  };
  const spent = { bare: 0, read: 0, store: 0 };
  const counts = { bare: 0, read: 0, store: 0 };
  const range = { from: start, to: start + valuesPerItem * 1000 };
  let length = firstWindow;
  for (let doneTo = range.from; doneTo < range.to; ) {
    const window = toWindow(range, doneTo, length);
    const before = counts.read;
    for (const way of ['bare', 'read', 'store'] as const) {
      const begun = performance.now();
      counts[way] += await ways[way](window);
      spent[way] += performance.now() - begun;
    }
    doneTo = window.to;
    length = nextWindow(length, counts.read - before);
  }
  await bare.close();
  const total = items * valuesPerItem;
  for (const [way, count] of Object.entries(counts))
    if (count !== total) throw new Error(`${count} of ${total} values: ${way}`);
  const row = (name: string, milliseconds: number): BenchRow => ({
    name,
    value: total / milliseconds,
    unit: 'thousand points/s',
    peer: 'the client library alone',
    peerValue: total / spent.bare,
    ratio: spent.bare / milliseconds,
    target: null,
  });
  return [row('opcua: history read', spent.read), row('opcua: history to durable points', spent.store)];
}
