import type { Filter } from '@twinward/contracts/core/list';
import { usePlaceNames } from '../api/queries/use-place-names.ts';

/** Filters of lists by site and class of the asset, set by links from a filtered dashboard. */

export const placeFilterNames = ['siteId', 'classId'] as const;
export type PlaceFilterName = (typeof placeFilterNames)[number];
type PlaceFilters = Partial<Record<PlaceFilterName, string>>;

const fields: Record<PlaceFilterName, string> = { siteId: 'SiteId', classId: 'ClassId' };

const toId = (text: string | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;

export const placeFilters = (filters: PlaceFilters): Filter[] =>
  placeFilterNames.flatMap((name) => {
    const id = toId(filters[name]);
    return id === null
      ? []
      : [{ field: fields[name], operator: 'EqualTo' as const, value: id, dataType: 'N' as const }];
  });

/** The URL of a list, filtered by site and class. */
export function withPlace(
  address: string,
  { site, class: entry }: { site?: number | undefined; class?: number | undefined },
): string {
  const [path, query] = address.split('?');
  const search = new URLSearchParams(query);
  if (site !== undefined) search.set('siteId', String(site));
  if (entry !== undefined) search.set('classId', String(entry));
  return search.size === 0 ? path! : `${path}?${search}`;
}

/** Labels of these filters. */
export function usePlaceLabels(filters: PlaceFilters): Record<PlaceFilterName, (value: string) => string> {
  const names = usePlaceNames({
    site: toId(filters.siteId) ?? undefined,
    class: toId(filters.classId) ?? undefined,
  });
  return {
    siteId: (value) => `In ${toId(value) === null ? value : names.site}`,
    classId: (value) => `Class ${toId(value) === null ? value : names.class}`,
  };
}
