import { getEventListeners } from 'node:events';
import { appendFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PlantEntry, plantEntry } from '@twinward/contracts/connections/plant';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { toEntries, toValues } from './entries.ts';
import { Spool, type SpoolBatch } from './spool.ts';

let directory: string;
let warnings: string[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spool-'));
  warnings = [];
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const open = (limit = 1024 * 1024, segmentBytes = 200) =>
  Spool.open({ directory, limit, segmentBytes, warn: (message) => warnings.push(message) });
const advance = (liveUntil: number): PlantEntry => ({ kind: 'advance', liveUntil });
const all = { bytes: 1024 * 1024, entries: 1000 };
const files = async () => (await readdir(directory)).filter((name) => name.endsWith('.spool')).sort();
const listTimes = (batch: SpoolBatch | null) =>
  batch?.entries.map((entry) => (entry.kind === 'advance' ? entry.liveUntil : null)) ?? [];

async function fill(spool: Spool, from: number, to: number) {
  for (let time = from; time < to; time++) await spool.append([advance(time)]);
}

it('returns appended entries in order and in parts', async () => {
  const spool = await open();
  await fill(spool, 0, 20);
  const first = await spool.read({ bytes: 1024 * 1024, entries: 7 });
  expect(listTimes(first)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  await spool.acknowledge(first!);
  const second = await spool.read({ bytes: 100, entries: 1000 });
  expect(listTimes(second)).toEqual([7, 8]);
  await spool.acknowledge(second!);
  expect(listTimes(await spool.read(all))).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
  expect(spool.liveUntil).toBe(19);
});

it('deletes acknowledged files until it is empty', async () => {
  const spool = await open();
  await fill(spool, 0, 20);
  const before = await files();
  const batch = await spool.read({ bytes: 500, entries: 1000 });
  await spool.acknowledge(batch!);
  expect((await files()).length).toBeLessThan(before.length);
  await spool.acknowledge((await spool.read(all))!);
  expect(spool.isEmpty).toBe(true);
  expect(await spool.read(all)).toBeNull();
  await spool.append([advance(20)]);
  expect(listTimes(await spool.read(all))).toEqual([20]);
});

it('keeps entries that are appended while files are deleted', async () => {
  const spool = await open(1024 * 1024, 1);
  await fill(spool, 0, 300);
  const [first] = await files();
  const acknowledged = spool.acknowledge((await spool.read(all))!);
  while ((await files()).includes(first!));
  await spool.append([advance(300)]);
  await acknowledged;
  expect(listTimes(await spool.read(all))).toEqual([300]);
});

it('continues after the last acknowledged entry, and counts its points', async () => {
  const spool = await open();
  const value = { source: 'a', value: 1, quality: 'good' as const };
  await spool.append(
    toEntries([
      { ...value, time: 1 },
      { ...value, time: 2 },
    ]),
  );
  await spool.append(toEntries([{ ...value, time: 3 }]));
  await spool.acknowledge((await spool.read({ bytes: 1, entries: 1 }))!);
  const again = await open();
  expect(again.size.points).toBe(1);
  const batch = await again.read(all);
  expect(batch!.entries.flatMap((entry) => (entry.kind === 'points' ? toValues(entry) : []))).toEqual([
    { ...value, time: 3 },
  ]);
  await again.acknowledge(batch!);
  const empty = await open();
  expect([empty.isEmpty, empty.size.points]).toEqual([true, 0]);
  await empty.append([advance(4)]);
  expect(listTimes(await (await open()).read(all))).toEqual([4]);
});

it('sends everything again if the acknowledged position cannot be read', async () => {
  const spool = await open();
  await fill(spool, 0, 3);
  await spool.acknowledge((await spool.read({ bytes: 1, entries: 1 }))!);
  await writeFile(join(directory, 'acknowledged.json'), '{"segm');
  expect(listTimes(await (await open()).read(all))).toEqual([0, 1, 2]);
});

it('truncates an incomplete record at the end', async () => {
  const spool = await open(1024 * 1024, 100_000);
  await fill(spool, 0, 3);
  const [file] = await files();
  const path = join(directory, file!);
  const { length } = await readFile(path);
  for (const cut of [1, 5, 20]) {
    await truncate(path, length - cut);
    const again = await open(1024 * 1024, 100_000);
    const batch = await again.read(all);
    expect([listTimes(batch), batch!.isDamaged]).toEqual([[0, 1], false]);
    await again.append([advance(2)]);
    expect(listTimes(await (await open(1024 * 1024, 100_000)).read(all))).toEqual([0, 1, 2]);
  }
  await appendFile(path, Buffer.alloc(300));
  expect(listTimes(await (await open(1024 * 1024, 100_000)).read(all))).toEqual([0, 1, 2]);
});

it('reports a damaged record, and returns the others', async () => {
  const spool = await open();
  await fill(spool, 0, 20);
  const [file] = await files();
  const path = join(directory, file!);
  const content = await readFile(path);
  content[12] = content[12]! ^ 1;
  await writeFile(path, content);
  const batch = await (await open()).read(all);
  expect(batch!.isDamaged).toBe(true);
  expect(listTimes(batch)).toEqual([...Array(19).keys()].map((time) => time + 1));
});

it('rejects entries when full, warns before, and keeps its entries', async () => {
  const spool = await open(1000);
  let refusal = '';
  let count = 0;
  while (refusal === '') {
    await spool.append([advance(count)]).then(
      () => count++,
      (error: Error) => {
        refusal = error.message;
      },
    );
  }
  expect(refusal).toMatch(/^The spool is full/);
  expect(spool.size.bytes).toBeLessThanOrEqual(1000);
  expect(warnings.map((warning) => /^The spool is (\d+) % full/.exec(warning)?.[1])).toHaveLength(3);
  const batch = await spool.read(all);
  expect(listTimes(batch)).toEqual([...Array(count).keys()]);
  await spool.acknowledge(batch!);
  await spool.append([advance(count)]);
  expect(listTimes(await spool.read(all))).toEqual([count]);
});

it('remains readable after a failed append', async () => {
  const spool = await open(1024 * 1024, 100_000);
  await fill(spool, 0, 2);
  const [file] = await files();
  // An incomplete record, such as a full disk leaves behind.
  await appendFile(join(directory, file!), 'half a record');
  await spool.append([advance(2)]);
  expect(listTimes(await spool.read(all))).toEqual([0, 1, 2]);
  expect(listTimes(await (await open()).read(all))).toEqual([0, 1, 2]);
});

it('waits for an entry or for its end', async () => {
  const spool = await open();
  const ended = new AbortController();
  const filled = spool.filled(ended.signal);
  await spool.append([advance(1)]);
  await filled;
  expect(getEventListeners(ended.signal, 'abort')).toEqual([]);
  await spool.acknowledge((await spool.read(all))!);
  const never = spool.filled(ended.signal);
  ended.abort();
  await never;
  expect(spool.isEmpty).toBe(true);
});

it('skips values that the server would reject', () => {
  const value = { source: 'a', time: 1, value: 1, quality: 'good' as const };
  const values = [
    value,
    { ...value, time: Number.NaN },
    { ...value, source: 'a'.repeat(2001) },
    { ...value, time: 2 },
  ];
  const entries = toEntries(values);
  expect(z.array(plantEntry).safeParse(JSON.parse(JSON.stringify(entries))).success).toBe(true);
  expect(entries.flatMap((entry) => (entry.kind === 'points' ? toValues(entry) : []))).toEqual([
    value,
    { ...value, time: 2 },
  ]);
});
