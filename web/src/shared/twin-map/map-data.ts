import type { TwinMap, TwinMapLevels } from '@twinward/contracts/questions/twin-map';

/** The neutral colour of twins at level 0, by theme mode. Strong colours are reserved for twins that need attention. */
export const calmColor = { light: '#D5DCE0', dark: '#37434B' } as const;

/** The figure that determines the area of a twin. */
export type MapSize = 'consequence' | 'risk';

/** A map with the level of each twin. */
export interface MapData extends TwinMap {
  /** Null for a twin that was never evaluated. */
  level: (number | null)[];
  /** False for an inactive or silent twin, whose level is its last known one. */
  isCurrent: boolean[];
}

/** Adds the levels to a map. A twin without a level counts as not evaluated. */
export function withLevels(map: TwinMap, levels: TwinMapLevels | undefined): MapData {
  const places = new Map(levels?.id.map((id, at) => [id, at]));
  const at = map.id.map((id) => places.get(id));
  return {
    ...map,
    level: at.map((place) => (place === undefined ? null : levels!.level[place]!)),
    isCurrent: at.map((place) => place !== undefined && levels!.isCurrent[place]!),
  };
}

export const toWeights = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? 0);

/** The names of the groups of a twin, outermost first. */
export function listGroupNames({ group, groups }: TwinMap, at: number): string[] {
  const names: string[] = [];
  for (let place: number | null = group[at]!; place !== null; place = groups[place]!.parent)
    names.unshift(groups[place]!.name);
  return names;
}

/** The indices of twins, ordered by descending value, then by name. */
export function bySize(map: TwinMap, size: MapSize): number[] {
  const value = (at: number) => map[size][at] ?? -1;
  return map.id
    .map((_, at) => at)
    .sort((one, other) => value(other) - value(one) || map.name[one]!.localeCompare(map.name[other]!));
}
