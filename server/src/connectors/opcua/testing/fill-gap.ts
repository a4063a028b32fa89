import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Connection } from '@twinward/contracts/connections/connection';
import { expect, onTestFinished } from 'vitest';
import { readPoints } from '../../../series/index.ts';
import { createTestApp } from '../../../testing/app.ts';
import { startLocalHost } from '../../../testing/connectors/local-host.ts';
import { RecordingServer } from '../../../testing/connectors/recording-server.ts';
import { ConnectionScreens } from '../../../testing/connectors/screens.ts';
import { makeSession } from '../../../testing/factories.ts';
import { startTcpProxy } from '../../../testing/tcp-proxy.ts';

/** Exceeded only if a value is lost. */
const patience = { timeout: 300_000, interval: 500 };

/** Queue size of the server per item. Values that don't fit are only in the history. */
const queueSize = 2;

/**
 * Cuts the link to an OPC UA server whose items change each second, and compares the stored values of each item before,
 * during and after the cut with the recorded ones.
 * @param missed number of values per item that only the history has
 */
export async function fillGap({ items, missed }: { items: number; missed: number }): Promise<void> {
  const server = await RecordingServer.start(items, 1000);
  onTestFinished(() => server.remove());
  const proxy = await startTcpProxy(server.url);
  onTestFinished(() => proxy.close());
  const test = await createTestApp();
  onTestFinished(() => test.close());
  const directory = await mkdtemp(join(tmpdir(), 'opcua-gap-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const host = startLocalHost(test.tenant, directory);
  onTestFinished(() => host.close());

  const screens = new ConnectionScreens(test, await makeSession(test.tenant.db, { isAdmin: true }));
  const configuration = { ...server.toConfiguration(proxy.url(server.url)), queueSize };
  const { id } = await screens.ask('POST', '/api/connections', {
    name: 'Line',
    type: 'opcua',
    configuration,
  });
  const url = `/api/connections/${id}`;
  const read = (): Promise<Connection> => screens.ask('GET', url);
  const tags: { source: string; tagId: number }[] = await screens.ask(
    'POST',
    `${url}/sources`,
    [...server.recorded.keys()].map((source, item) => ({ source, name: `v${item}` })),
  );
  await screens.ask('POST', `${url}/resume`);
  await expect.poll(async () => (await read()).state, patience).toBe('running');

  const from = Date.now();
  /** Waits until each item has `count` new values. */
  const change = async (count: number) => {
    const since = Date.now();
    const countNew = (values: ReadonlyMap<number, number>) =>
      [...values.keys()].filter((time) => time >= since).length;
    const fewest = () => Math.min(...[...server.recorded.values()].map(countNew));
    await expect
      .poll(fewest, { timeout: patience.timeout + 2000 * count, interval: 500 })
      .toBeGreaterThanOrEqual(count);
  };
  await change(2);
  proxy.set('refuse');
  await change(queueSize + missed);
  proxy.set('forward');
  const restored = Date.now();
  await expect.poll(async () => (await read()).state, patience).toBe('running');
  await expect
    .poll(async () => Date.parse((await read()).tracking.liveUntil!), patience)
    .toBeGreaterThan(restored);
  server.rest();
  const to = Date.now() + 1;

  const recorded = new Map(
    [...server.recorded].map(([source, values]) => [
      source,
      [...values].filter(([time]) => time >= from && time < to),
    ]),
  );
  const differing = async () => {
    const found: string[] = [];
    for (const { source, tagId } of tags) {
      const { times, values } = await readPoints(test.tenant.db, tagId, from, to);
      const stored = Array.from(times, (time, at) => [time, values[at]]);
      if (JSON.stringify(stored) !== JSON.stringify(recorded.get(source))) found.push(source);
    }
    return found;
  };
  await expect.poll(differing, patience).toEqual([]);
  await expect.poll(async () => (await read()).tracking.backfills, patience).toEqual([]);
}
