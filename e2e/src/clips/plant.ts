import type { AssetDetail } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Client } from '../../../server/src/testing/client.ts';

const minute = 60_000;
const step = 10 * minute;

/** Rows of two weeks, every ten minutes. */
export const rows = 2016;

/** Epoch milliseconds of a row; the last one is of now. */
export const timeOfRow = (row: number): number =>
  Math.floor(Date.now() / step) * step - (rows - 1 - row) * step;

/** Degrees Celsius of a bearing by row: it swings with the day, and ran hot twice. */
export function bearingAt(row: number): number {
  const isHot = (row > 600 && row < 700) || (row > 1500 && row < 1620);
  return Number((61 + 4 * Math.sin(row / 23) + 1.5 * Math.sin(row / 3.1) + (isHot ? 18 : 0)).toFixed(2));
}

/** Millimetres per second of a casing by row. */
export const vibrationAt = (row: number): number => Number((2.2 + 0.6 * Math.sin(row / 7)).toFixed(2));

export interface NewSignal {
  name: string;
  caption: string;
  unit: string;
  valueAt: (row: number) => number;
}

/** An asset with a tag and two weeks of points for each signal. */
export async function createSignals(
  client: Client,
  asset: { assetName: string; uniqueId: string },
  signals: readonly NewSignal[],
): Promise<{ asset: AssetDetail; tags: Tag[] }> {
  const made = await client.call<AssetDetail>('POST', '/api/assets', asset);
  const tags: Tag[] = [];
  for (const { name, caption, unit, valueAt } of signals) {
    const body = [{ name, caption, unit, type: 'data_point', assetIds: [made.id] }];
    const [tag] = await client.call<Tag[]>('POST', '/api/tags', body);
    const points = Array.from({ length: rows }, (_, row) => ({ time: timeOfRow(row), value: valueAt(row) }));
    await client.call('POST', `/api/tags/${tag!.id}/data-points`, points);
    tags.push(tag!);
  }
  return { asset: made, tags };
}
