import type { TwinMap, TwinMapGrouping, TwinMapLevels } from '@twinward/contracts/questions/twin-map';
import type { Doer } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { getLocationSource, type LocationSource } from '../../records/structure/service.ts';
import {
  type MappedTwin,
  type StructureEdge,
  selectAssetNames,
  selectEdges,
  selectMappedTwins,
  selectTitles,
  selectTwinStates,
} from './twin-map-store.ts';

/** A group that a twin is in; the key is unique among the groups of a map. */
interface Place {
  key: string;
  name: string;
}

/** All twins in service with their risk, grouped by the structure that the user chose, or by class. */
export async function getTwinMap(actor: Doer, grouping: TwinMapGrouping): Promise<TwinMap> {
  const { db } = actor.tenant;
  const twins = await selectMappedTwins(db);
  const places = grouping === 'class' ? classOf : await readPlaces(db, twins, await getLocationSource(actor));
  const groups: TwinMap['groups'] = [];
  const positions = new Map<string, number>();
  const groupOf = (twin: MappedTwin): number => {
    let parent: number | null = null;
    for (const { key, name } of places(twin)) {
      let position = positions.get(key);
      if (position === undefined) {
        position = groups.push({ name, parent }) - 1;
        positions.set(key, position);
      }
      parent = position;
    }
    return parent!;
  };
  return {
    group: twins.map(groupOf),
    groups,
    id: twins.map(({ id }) => id),
    name: twins.map(({ name }) => name),
    risk: twins.map(({ risk }) => risk),
    probability: twins.map(({ probability }) => probability),
    consequence: twins.map(({ consequence }) => consequence),
  };
}

export async function getTwinMapLevels(db: Db): Promise<TwinMapLevels> {
  const states = await selectTwinStates(db);
  return {
    id: states.map(({ id }) => id),
    level: states.map(({ level }) => level),
    isCurrent: states.map(({ isCurrent }) => isCurrent),
  };
}

/** The category, class and type of an asset; the groups of another category have other keys. */
function classOf(twin: MappedTwin): Place[] {
  const names = [twin.category, twin.class, twin.type].filter((name) => name !== null);
  if (names.length === 0) return [{ key: '', name: 'No class' }];
  return names.map((name, i) => ({ key: names.slice(0, i + 1).join('\n'), name }));
}

const noPlace: Place = { key: '', name: 'No location' };
const orNoPlace = (places: Place[]): Place[] => (places.length === 0 ? [noPlace] : places);

/** What each asset stands in, from the root down. */
async function readPlaces(
  db: Db,
  twins: readonly MappedTwin[],
  source: LocationSource | null,
): Promise<(twin: MappedTwin) => Place[]> {
  if (source !== null) return readPlacesOf(db, twins, source);
  const above = ({ path }: MappedTwin) => path.split('/').filter(Boolean).slice(0, -1).map(Number);
  const names = await selectAssetNames(db, [...new Set(twins.flatMap(above))]);
  return (twin) => orNoPlace(above(twin).map((id) => ({ key: String(id), name: names.get(id)! })));
}

/** As `readPlaces`, in a structure other than the standard one: records of types that are hidden are left out. */
async function readPlacesOf(
  db: Db,
  twins: readonly MappedTwin[],
  { structureId, types }: LocationSource,
): Promise<(twin: MappedTwin) => Place[]> {
  const keyOf = (type: string, id: number) => `${type} ${id}`;
  const edges = new Map<string, StructureEdge>(
    (await selectEdges(db, structureId)).map((edge) => [keyOf(edge.type, edge.id), edge]),
  );
  const readable = new Set(types);
  const above = ({ assetId }: MappedTwin) => {
    const found: { type: string; id: number }[] = [];
    for (let edge = edges.get(keyOf('asset', assetId)); edge; ) {
      const parent = { type: edge.parentType, id: edge.parentId };
      if (readable.has(parent.type)) found.unshift(parent);
      edge = edges.get(keyOf(parent.type, parent.id));
    }
    return found;
  };
  const records = new Map(twins.flatMap(above).map((record) => [keyOf(record.type, record.id), record]));
  const titles = new Map(
    (await selectTitles(db, [...records.values()])).map(({ type, id, title }) => [keyOf(type, id), title]),
  );
  return (twin) =>
    orNoPlace(
      above(twin).map(({ type, id }) => ({ key: keyOf(type, id), name: titles.get(keyOf(type, id)) ?? '' })),
    );
}
