import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Tag } from '@twinward/contracts/signals/tag';
import type { Twin } from '@twinward/contracts/twins/twin';
import { repositoryDirectory } from '../../server/src/platform/config/paths.ts';
import { stage } from './browser.ts';
import { createClient } from './people.ts';

/** Variables of the Tennessee Eastman process by their column. */
const variables = {
  c00: 'A feed',
  c03: 'A and C feed',
  c06: 'Reactor pressure',
  c09: 'Purge rate',
  c12: 'Separator pressure',
  c17: 'Stripper temperature',
  c18: 'Stripper steam flow',
  c43: 'A feed valve',
} as const;

const step = 3 * 60_000;
const start = Date.UTC(2024, 0, 8);

/** The recorded runs in the order in which they follow one another, and the work that ends those of faults. */
const course = [
  { set: 'train', fault: 0, from: 0, to: 500, work: null },
  { set: 'train', fault: 1, from: 0, to: 480, work: 'Feed ratio corrected' },
  { set: 'test', fault: 0, from: 0, to: 480, work: null },
  { set: 'train', fault: 2, from: 0, to: 480, work: 'B composition corrected' },
  { set: 'test', fault: 0, from: 480, to: 960, work: null },
  { set: 'test', fault: 1, from: 160, to: 640, work: 'Feed ratio corrected' },
  { set: 'test', fault: 0, from: 0, to: 480, work: null },
  { set: 'test', fault: 2, from: 160, to: 640, work: 'B composition corrected' },
  { set: 'test', fault: 0, from: 480, to: 960, work: null },
] as const;

/** A reactor with runs of the Tennessee Eastman process as its history: two faults, twice each, mended each time. */
export async function createReactor(): Promise<{ twinId: number }> {
  const suffix = randomBytes(4).toString('hex');
  const client = await createClient(stage.administrator);
  const create = <T>(path: string, body: object): Promise<T> => client.call<T>('POST', path, body);
  const asset = await create<Asset>('/api/assets', {
    assetName: `Reactor ${suffix}`,
    uniqueId: `REACTOR-${suffix}`,
  });
  const twin = await create<Twin>('/api/twins', { assetId: asset.id, active: true });
  const createInput = async (name: string, type: 'data_point' | 'work'): Promise<number> => {
    const [tag] = await create<Tag[]>('/api/tags', [
      { name: `REACTOR-${suffix}.${name}`, caption: name, type, assetIds: [asset.id] },
    ]);
    await create('/api/tag-aliases', { twinId: twin.id, name, type, mappedTagId: tag!.id });
    return tag!.id;
  };
  const runs = readRuns();
  const rows = course.flatMap(({ set, fault, from, to }) => runs.get(`${set} ${fault}`)!.slice(from, to));
  for (const [column, name] of Object.entries(variables)) {
    const tagId = await createInput(name, 'data_point');
    const points = rows.map((row, at) => ({ time: start + at * step, value: row[column]! }));
    await create(`/api/tags/${tagId}/data-points`, points);
  }
  const workId = await createInput('Repairs', 'work');
  let end = 0;
  for (const { from, to, work } of course) {
    end += to - from;
    if (work === null) continue;
    const time = new Date(start + end * step).toISOString();
    await create('/api/work', {
      tagId: workId,
      name: work,
      kind: 'corrective',
      start: time,
      completed: time,
    });
  }
  return { twinId: twin.id };
}

/** The rows of each run, by set and fault, as values by column. */
function readRuns(): Map<string, Record<string, number>[]> {
  const file = join(repositoryDirectory, 'server', 'demo', 'tennessee_eastman_20.csv.gz');
  const [head, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const columns = head!.split(',');
  const runs = new Map<string, Record<string, number>[]>();
  for (const line of lines) {
    const cells = line.split(',');
    const key = `${cells[0]} ${cells[1]}`;
    const row = Object.fromEntries(columns.map((column, at) => [column, Number(cells[at])]));
    const known = runs.get(key);
    if (known) known.push(row);
    else runs.set(key, [row]);
  }
  return runs;
}
