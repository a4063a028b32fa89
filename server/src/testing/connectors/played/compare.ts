import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { Work } from '@twinward/contracts/assets/work';
import type { Client } from '../../client.ts';
import { heldRequests, heldWork, type PlayedSystem } from './system.ts';

export interface Compared {
  client: Client;
  connectionId: number;
  system: PlayedSystem;
  /** Of the advisories that asked for work. */
  advisories: readonly number[];
  /** Whether what was deleted there has to be known as gone. */
  knowsGone: boolean;
}

/** What differs between a system and what its connection made of it, a line each. */
export async function findDifferences({
  client,
  connectionId,
  system,
  advisories,
  knowsGone,
}: Compared): Promise<string[]> {
  const isOfSystem = ({ source }: Pick<Work, 'source'>) => source?.connectionId === connectionId;
  const all = { filters: [] };
  const work = (await client.list<Work>('/api/work/filters', all)).filter(isOfSystem);
  const present = work.filter(({ source }) => source!.goneAt === null);
  const held = heldWork(system);
  const there = new Set(held.map(toPlace));
  const stored = present.map(({ source, number, name, tagName, completed }) => ({
    stream: source!.stream,
    key: source!.key,
    number: number ?? '',
    name,
    tag: tagName,
    completed,
  }));
  const expected = knowsGone ? stored : stored.filter((one) => there.has(toPlace(one)));
  const differences = [
    ...compare('work', held, expected),
    ...doubles(
      'work',
      work.map(({ source }) => toPlace(source!)),
    ),
  ];
  if (system.assets) {
    const assets = (await client.list<Asset>('/api/assets/filters', all)).filter(isOfSystem);
    const read = assets.map(({ uniqueId, assetName: name }) => ({ uniqueId, name }));
    differences.push(...compare('assets', system.assets.rows().map(system.assets.read), read));
  }
  const filed = heldRequests(system);
  const requests = await Promise.all(
    advisories.map(async (id) => (await client.call<Advisory>('GET', `/api/advisories/${id}`)).workRequest!),
  );
  const known = requests.map(({ key, number, phase }) => ({ key, number, phase }));
  return [
    ...differences,
    ...compare('requests', filed, known),
    ...doubles(
      'requests',
      filed.map(({ key }) => key),
    ),
  ];
}

const toPlace = ({ stream, key }: { stream: string; key: string }) => `${stream} ${key}`;

function compare(what: string, there: readonly object[], here: readonly object[]): string[] {
  const [held, stored] = [there, here].map((list) => new Set(list.map((one) => JSON.stringify(one))));
  const missing = [...held!].filter((one) => !stored!.has(one)).map((one) => `${what}, only there: ${one}`);
  const wrong = [...stored!].filter((one) => !held!.has(one)).map((one) => `${what}, only here: ${one}`);
  return [...missing, ...wrong];
}

function doubles(what: string, names: readonly string[]): string[] {
  const known = new Set<string>();
  return names.filter((name) => known.size === known.add(name).size).map((name) => `${what}, twice: ${name}`);
}
