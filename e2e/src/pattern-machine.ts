import { randomBytes } from 'node:crypto';
import type { Asset } from '@twinward/contracts/assets/asset';
import type {
  IndicatorPattern,
  NewIndicatorPatternInput,
} from '@twinward/contracts/protections/indicator-pattern';
import type { Protection } from '@twinward/contracts/protections/protection';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { Locator, Page } from 'playwright-core';
import type { Client } from '../../server/src/testing/client.ts';
import { stage } from './browser.ts';
import { createClient } from './people.ts';

const minute = 60_000;
const hour = 60 * minute;
/** Three days of a point a minute. */
export const start = Date.UTC(2024, 4, 1);
const minutes = 3 * 24 * 60;
export const latest = start + (minutes - 1) * minute;
/** Hours after the start at which the pump cavitates, each time for two hours. */
export const episodes = [20, 40, 60] as const;

const inputs = ['Pressure', 'Vibration'] as const;
type Input = (typeof inputs)[number];

/** A separate pump that cavitated three times: its pressure falls and its vibration rises. */
export interface PatternMachine {
  client: Client;
  twinId: number;
  aliasIds: number[];
  tagIds: Record<Input, number>;
}

export async function createPatternMachine(): Promise<PatternMachine> {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const asset = await create<Asset>('/api/assets', {
    assetName: `Feed pump ${suffix}`,
    uniqueId: `FEED-${suffix}`,
  });
  const twin = await create<Twin>('/api/twins', { assetId: asset.id, active: true });
  const tagIds = {} as Record<Input, number>;
  const aliasIds: number[] = [];
  for (const name of inputs) {
    const [tag] = await create<Tag[]>('/api/tags', [
      { name: `FEED-${suffix}.${name}`, caption: name, type: 'data_point', assetIds: [asset.id] },
    ]);
    tagIds[name] = tag!.id;
    const alias = await create<TagAlias>('/api/tag-aliases', {
      twinId: twin.id,
      name,
      type: 'data_point',
      mappedTagId: tag!.id,
    });
    aliasIds.push(alias.id);
  }
  const machine = { client, twinId: twin.id, aliasIds, tagIds };
  const isOff = (at: number) => episodes.some((from) => at >= from * 60 && at < (from + 2) * 60);
  await addPoints(
    machine,
    Array.from({ length: minutes }, (_, at) => ({ time: start + at * minute, cavitates: isOff(at) })),
  );
  return machine;
}

/** Posts a point of each input, with a little noise that is the same in every run. */
export async function addPoints(
  { client, tagIds }: Pick<PatternMachine, 'client' | 'tagIds'>,
  points: readonly { time: number; cavitates: boolean }[],
): Promise<void> {
  const noise = (time: number, by: number) => Math.sin((time / minute) * by);
  const values: Record<Input, (point: { time: number; cavitates: boolean }) => number> = {
    Pressure: ({ time, cavitates }) => (cavitates ? 3 : 5) + 0.1 * noise(time, 1.7),
    Vibration: ({ time, cavitates }) => (cavitates ? 4 : 1) + 0.1 * noise(time, 2.3),
  };
  for (const input of inputs) {
    await client.call(
      'POST',
      `/api/tags/${tagIds[input]}/data-points`,
      points.map((point) => ({ time: point.time, value: Number(values[input](point).toFixed(3)) })),
    );
  }
}

/** Makes a pattern protection of the machine with both inputs, and the patterns 'No match' and 'Cavitation'. */
export async function createPatternProtection(
  { client, twinId, aliasIds }: PatternMachine,
  name: string,
  indicatorPattern: NewIndicatorPatternInput = {},
  thresholds: object[] = [],
): Promise<{ indicator: Protection; indicatorPattern: IndicatorPattern }> {
  return client.call('POST', '/api/indicators/with-pattern', {
    indicator: { twinId, name, type: 'pattern', active: true, tagAliasIds: aliasIds, thresholds },
    indicatorPattern: { patterns: [{ name: 'Cavitation' }], ...indicatorPattern },
  });
}

/** Ranges to train on: the first 18 hours, and the first two times of cavitation. */
export const goodRanges = [
  { pattern: 'No match', ...hours(0.5, 18) },
  { pattern: 'Cavitation', ...hours(20, 22) },
  { pattern: 'Cavitation', ...hours(40, 42) },
];

/** A range by hours after the start. */
export function hours(from: number, to: number): { start: string; end: string } {
  const iso = (at: number) => new Date(start + at * hour).toISOString();
  return { start: iso(from), end: iso(to) };
}

/** The range of the charts with padding, and the margins of the plot in pixels. */
const air = Math.round(0.015 * (latest - start));
const margin = { left: 76, right: 12 };

/** Drags over the signals. @param from hours after the start; the same for `to` */
export async function brush(page: Page, layer: Locator, from: number, to: number): Promise<void> {
  await layer.scrollIntoViewIfNeeded();
  const box = (await layer.boundingBox())!;
  const width = box.width - margin.left - margin.right;
  const x = (at: number) => box.x + margin.left + ((at * hour + air) / (latest - start + 2 * air)) * width;
  const y = box.y + Math.min(box.height / 2, 200);
  await page.mouse.move(x(from), y);
  await page.mouse.down();
  await page.mouse.move(x((from + to) / 2), y);
  await page.mouse.move(x(to), y);
  await page.mouse.up();
}
