import { expect, it } from 'vitest';
import { Plant } from '../../testing/connectors/plant.ts';
import { type ConnectorFailure, type SourceValue, UnreadSources } from '../connector.ts';
import { makeCall } from '../testing/call.ts';
import { HistoryReader } from './history-reader.ts';

const hour = 3_600_000;

it('skips failing sources, and reads them after they recover', async () => {
  const plant = new Plant();
  const { clock } = plant;
  const failing = new Set(['bad']);
  const problems: (string | null)[] = [];
  const read: string[] = [];
  async function* history(_: unknown, sources: readonly string[]): AsyncGenerator<SourceValue[]> {
    const given = sources.filter((source) => !failing.has(source));
    read.push(...given);
    yield given.map((source) => ({ source, time: clock.now(), value: 1, quality: 'good' }));
    const unread = sources.filter((source) => failing.has(source));
    if (unread.length > 0) throw new UnreadSources(`${unread[0]}: The archive is offline.`, unread);
  }
  const call = makeCall({});
  const reader = new HistoryReader({
    history,
    call,
    fed: ['bad', 'good', 'other'],
    ports: plant.createPorts(1),
    clock,
    onProblem: (problem) => problems.push(problem),
    toFailure: (error) => error as ConnectorFailure,
  });
  const { tracking } = plant.createPorts(1);
  await tracking.open({ from: 0, to: hour }, null);
  await tracking.open({ from: hour, to: 2 * hour }, ['other']);
  const running = reader.run();
  await expect.poll(() => problems.at(-1)).toBe("History can't be read: bad: The archive is offline.");
  expect(new Set(read)).toEqual(new Set(['good', 'other']));
  expect(await tracking.listBackfills()).toMatchObject([{ from: 0, to: hour, sources: ['bad'] }]);

  failing.clear();
  await clock.advance(10_000);
  expect(read).toContain('bad');
  expect(await tracking.listBackfills()).toEqual([]);
  expect(problems.at(-1)).toBeNull();
  expect(plant.gaps).toEqual([]);
  call.end();
  await running;
});
