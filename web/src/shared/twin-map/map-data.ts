import type { TwinMap, TwinMapLevels } from '@twinward/contracts/questions/twin-map';

/** The colour of twins at level 0, by the mode of the theme: colour is for what needs attention. */
export const calmColor = { light: '#D5DCE0', dark: '#37434B' } as const;

/** What the area of a twin stands for. */
export type MapSize = 'consequence' | 'risk';

/** A map with the level of each twin. */
export interface MapData extends TwinMap {
  /** Null: never evaluated. */
  level: (number | null)[];
  /** False for an inactive or silent twin, whose level is its last one. */
  isCurrent: boolean[];
}

/** Adds the levels to a map; a twin that the levels don't have yet is not evaluated. */
export function withLevels(map: TwinMap, levels: TwinMapLevels | undefined): MapData {
  const places = new Map(levels?.id.map((id, at) => [id, at]));
  const at = map.id.map((id) => places.get(id));
  return {
    ...map,
    level: at.map((place) => (place === undefined ? null : levels!.level[place]!)),
    isCurrent: at.map((place) => place !== undefined && levels!.isCurrent[place]!),
  };
}

export const weightsOf = (values: readonly (number | null)[]): number[] => values.map((value) => value ?? 0);

/** The names of the groups that a twin is in, from the outermost. */
export function placeOf({ group, groups }: TwinMap, at: number): string[] {
  const names: string[] = [];
  for (let place: number | null = group[at]!; place !== null; place = groups[place]!.parent)
    names.unshift(groups[place]!.name);
  return names;
}

/** The positions of twins, those with the largest value first, then by name. */
export function bySize(map: TwinMap, size: MapSize): number[] {
  const value = (at: number) => map[size][at] ?? -1;
  return map.id
    .map((_, at) => at)
    .sort((one, other) => value(other) - value(one) || map.name[one]!.localeCompare(map.name[other]!));
}
