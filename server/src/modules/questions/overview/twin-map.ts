import type { TwinMap, TwinMapGrouping, TwinMapLevels } from '@twinward/contracts/questions/twin-map';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getLocationSource, type LocationSource } from '../../records/structure/service.ts';
import {
  type MappedTwins,
  type StructureEdge,
  selectAssetNames,
  selectEdges,
  selectMappedTwins,
  selectTaxonomyPlaces,
  selectTitles,
  selectTwinStates,
} from './twin-map-store.ts';

/** A group of twins. The key is unique among the groups of a map. */
interface Place {
  key: string;
  name: string;
}

/** Returns the groups of the twin at a position, from the root down. */
type FindPlaces = (position: number) => Place[];

/** Returns all twins in service with their risk, grouped by the user's structure or by class. */
export async function getTwinMap(actor: Doer, grouping: TwinMapGrouping): Promise<TwinMap> {
  const { db } = actor.tenant;
  const twins = await selectMappedTwins(db);
  const findPlaces = await (grouping === 'class'
    ? readClasses(db, twins)
    : readPlaces(db, twins, await getLocationSource(actor)));
  const groups: TwinMap['groups'] = [];
  const positions = new Map<string, number>();
  const toGroup = (twin: number): number => {
    let parent: number | null = null;
    for (const { key, name } of findPlaces(twin)) {
      let position = positions.get(key);
      if (position === undefined) {
        position = groups.push({ name, parent }) - 1;
        positions.set(key, position);
      }
      parent = position;
    }
    return parent!;
  };
  const { id, name, risk, probability, consequence } = twins;
  return { group: id.map((_, twin) => toGroup(twin)), groups, id, name, risk, probability, consequence };
}

export function getTwinMapLevels(db: Db): Promise<TwinMapLevels> {
  return selectTwinStates(db);
}

const noClass: Place = { key: '', name: 'No class' };

/** Reads the category, class and type of each asset. The keys include the category. */
async function readClasses(db: Db, { taxonomyId }: MappedTwins): Promise<FindPlaces> {
  const used = [...new Set(taxonomyId)].filter((id) => id !== null);
  const places = new Map<number | null, Place[]>();
  for (const entry of await selectTaxonomyPlaces(db, used)) {
    const names = [entry.category, entry.class, entry.type].filter((name) => name !== null);
    places.set(
      entry.id,
      names.map((name, i) => ({ key: names.slice(0, i + 1).join('\n'), name })),
    );
  }
  return (twin) => places.get(taxonomyId[twin]!) ?? [noClass];
}

const noPlace: Place = { key: '', name: 'No location' };
const orNoPlace = (places: Place[]): Place[] => (places.length === 0 ? [noPlace] : places);

/** Reads the path of each asset, from the root down. */
async function readPlaces(db: Db, twins: MappedTwins, source: LocationSource | null): Promise<FindPlaces> {
  if (source !== null) return readStructurePlaces(db, twins, source);
  const splitIds = (above: string) => above.split('/').filter(Boolean).map(Number);
  // Computed once per path, because many twins share one.
  const places = new Map([...new Set(twins.above)].map((above) => [above, splitIds(above)]));
  const names = await selectAssetNames(db, [...new Set([...places.values()].flat())]);
  const named = new Map(
    [...places].map(([above, ids]) => [
      above,
      orNoPlace(ids.map((id) => ({ key: String(id), name: names.get(id)! }))),
    ]),
  );
  return (twin) => named.get(twins.above[twin]!)!;
}

/**
 * Like `readPlaces`, in a structure other than the standard one. Omits records of types that are hidden from the user.
 */
async function readStructurePlaces(
  db: Db,
  { assetId }: MappedTwins,
  { structureId, types }: LocationSource,
): Promise<FindPlaces> {
  const toKey = (type: string, id: number) => `${type} ${id}`;
  const edges = new Map<string, StructureEdge>(
    (await selectEdges(db, structureId)).map((edge) => [toKey(edge.type, edge.id), edge]),
  );
  const readable = new Set(types);
  const above = (id: number) => {
    const found: { type: string; id: number }[] = [];
    for (let edge = edges.get(toKey('asset', id)); edge; ) {
      const parent = { type: edge.parentType, id: edge.parentId };
      if (readable.has(parent.type)) found.unshift(parent);
      edge = edges.get(toKey(parent.type, parent.id));
    }
    return found;
  };
  const records = new Map(assetId.flatMap(above).map((record) => [toKey(record.type, record.id), record]));
  const titles = new Map(
    (await selectTitles(db, [...records.values()])).map(({ type, id, title }) => [toKey(type, id), title]),
  );
  return (twin) =>
    orNoPlace(
      above(assetId[twin]!).map(({ type, id }) => ({
        key: toKey(type, id),
        name: titles.get(toKey(type, id)) ?? '',
      })),
    );
}
