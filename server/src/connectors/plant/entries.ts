import { longestSource, mostEntryPoints, type PlantEntry } from '@twinward/contracts/connections/plant';
import { qualities } from '@twinward/contracts/signals/data-point';
import type { SourceValue } from '../connector.ts';

/**
 * Converts values to entries, each small enough for a call. Omits invalid values: the server would reject the call,
 * which would block all later entries.
 */
export function toEntries(values: readonly SourceValue[]): PlantEntry[] {
  const entries: PlantEntry[] = [];
  const known = values.filter(({ source, time }) => source.length <= longestSource && Number.isFinite(time));
  for (let at = 0; at < known.length; at += mostEntryPoints) {
    const places = new Map<string, number>();
    const points = known
      .slice(at, at + mostEntryPoints)
      .map(({ source, time, value, quality }): [number, number, number | null, number] => {
        const place = places.get(source) ?? places.size;
        places.set(source, place);
        return [place, time, value, qualities.indexOf(quality)];
      });
    entries.push({ kind: 'points', sources: [...places.keys()], points });
  }
  return entries;
}

/** @throws TypeError for a point without a source */
export function toValues({ sources, points }: Extract<PlantEntry, { kind: 'points' }>): SourceValue[] {
  return points.map(([place, time, value, quality]) => {
    const source = sources[place];
    if (source === undefined) throw new TypeError(`There is no source ${place}.`);
    return { source, time, value, quality: qualities[quality]! };
  });
}
