import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { TwinMapGrouping } from '@twinward/contracts/questions/twin-map';
import { getTwinMap, getTwinMapLevels } from '../../overview/service.ts';
import type { Asked } from './scope.ts';
import { selectTwinsInScope } from './scope-store.ts';

/** Reads the map of the twins that match the variables, with their levels. */
export async function readMapCard(
  asked: Asked,
  { group }: CardByKind<'twin-map'>,
): Promise<DataByKind<'twin-map'>> {
  const [{ map }, levels] = await Promise.all([
    readMap(asked, group),
    getTwinMapLevels(asked.actor.tenant.db),
  ]);
  const kept = new Set(map.id);
  const places = findPlaces(levels.id, kept);
  return {
    kind: 'twin-map',
    map,
    levels: {
      id: places.map((place) => levels.id[place]!),
      level: places.map((place) => levels.level[place]!),
      isCurrent: places.map((place) => levels.isCurrent[place]!),
    },
  };
}

/** Reads the columns of the map for the twins that match the variables. */
async function readMap({ actor, values }: Asked, group: TwinMapGrouping) {
  const map = await getTwinMap(actor, group);
  const scope = await selectTwinsInScope(actor.tenant.db, values);
  if (scope === null) return { map };
  const places = findPlaces(map.id, new Set(scope));
  const pick = <T>(column: readonly T[]): T[] => places.map((place) => column[place]!);
  return {
    map: {
      groups: map.groups,
      id: pick(map.id),
      name: pick(map.name),
      group: pick(map.group),
      risk: pick(map.risk),
      probability: pick(map.probability),
      consequence: pick(map.consequence),
    },
  };
}

const findPlaces = (ids: readonly number[], kept: ReadonlySet<number>): number[] =>
  ids.flatMap((id, place) => (kept.has(id) ? [place] : []));
