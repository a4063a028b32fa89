import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { roles } from '@twinward/server/src/connectors/pi/roles.ts';
import { makeCall } from '@twinward/server/src/connectors/testing/call.ts';
import { saveSourceValues } from '@twinward/server/src/modules/signals/intake/service.ts';
import { createFedGroup } from '../fed-group.ts';
import { type BenchContext, type BenchRow, medianMilliseconds } from '../row.ts';

const points = 10;
const valuesPerPoint = 20_000;
const rounds = 3;
const start = Date.UTC(2024, 0, 1);

interface Peer {
  url: string;
  user: string;
  password: string;
  webIds: string[];
  paths: string[];
}

/** Measures PI history, read and stored like a connection does, against one bare call for the same values. */
export async function piBench({ database }: BenchContext): Promise<BenchRow[]> {
  const child = fork(join(import.meta.dirname, 'peer.ts'), [points, valuesPerPoint, start].map(String));
  try {
    const [peer] = (await once(child, 'message')) as [Peer];
    return await measure(database, peer);
  } finally {
    child.kill();
  }
}

async function measure({ db }: BenchContext['database'], peer: Peer): Promise<BenchRow[]> {
  const { url: server, user, password, paths, webIds } = peer;
  // Each round stores new points.
  const groups: number[] = [];
  for (let round = 0; round < rounds; round++)
    groups.push(await createFedGroup(db, 'pi', paths, `${round} `));
  const total = points * valuesPerPoint;
  const range = { from: start, to: start + valuesPerPoint * 1000 };
  const read = async function* () {
    yield* roles.history!(makeCall({ server, user, password }), paths, range);
  };
  const expectAll = (count: number) => {
    if (count !== total) throw new Error(`${count} of ${total} values were read`);
  };
  const query = new URLSearchParams(webIds.map((webId) => ['webId', webId]));
  for (const [name, value] of Object.entries({
    startTime: new Date(range.from).toISOString(),
    endTime: new Date(range.to).toISOString(),
    maxCount: String(valuesPerPoint),
  }))
    query.set(name, value);
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const [reading, storing, bare] = await medianMilliseconds(
    rounds,
    async () => {
      let count = 0;
      for await (const block of read()) count += block.length;
      expectAll(count);
    },
    async (round) => {
      let count = 0;
      for await (const block of read()) {
        await saveSourceValues(db, null, groups[round]!, block);
        count += block.length;
      }
      expectAll(count);
    },
    async () => {
      const answer = await fetch(`${server}/streamsets/recorded?${query}`, { headers: { authorization } });
      const { Items: streams } = (await answer.json()) as { Items: { Items: unknown[] }[] };
      expectAll(streams.reduce((count, { Items: items }) => count + items.length, 0));
    },
  );
  const row = (name: string, milliseconds: number): BenchRow => ({
    name,
    value: total / milliseconds,
    unit: 'thousand points/s',
    peer: 'one bare call for the same values',
    peerValue: total / bare,
    ratio: bare / milliseconds,
    target: null,
  });
  return [row('pi: history read', reading), row('pi: history to durable points', storing)];
}
