import { useSearchParams } from 'react-router';
import { mostExplored } from '../../../shared/address/paths.ts';
import type { Layout } from '../../../ui/chart/several/areas.ts';
import { type Comparison, comparisonText, readComparison } from './comparison.ts';

/**
 * The state of the explore page: further tags beside the page's own, hidden tags, tags shown as rises, layout, and
 * comparison.
 */
export interface Explored {
  others: readonly number[];
  hidden: readonly number[];
  rising: readonly number[];
  layout: Layout;
  comparison: Comparison | null;
}

const names = { others: 'with', hidden: 'hide', rising: 'rise' } as const;

/** Reads query parameters such as `?with=12,15&hide=12&rise=15&layout=lanes&compare=month`. */
export function readExplored(search: URLSearchParams): Explored {
  const ids = (name: string) => [
    ...new Set(
      (search.get(name) ?? '')
        .split(',')
        .filter((text) => /^[1-9]\d{0,9}$/.test(text))
        .map(Number),
    ),
  ];
  return {
    others: ids(names.others).slice(0, mostExplored - 1),
    hidden: ids(names.hidden),
    rising: ids(names.rising),
    layout: search.get('layout') === 'lanes' ? 'lanes' : 'one',
    comparison: readComparison(search.get('compare')),
  };
}

/** Writes the tags to query parameters and keeps the others. */
export function writeExplored(search: URLSearchParams, explored: Explored): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const key of ['others', 'hidden', 'rising'] as const) {
    const [name, ids] = [names[key], explored[key]];
    if (ids.length === 0) next.delete(name);
    else next.set(name, ids.join(','));
  }
  if (explored.layout === 'lanes') next.set('layout', 'lanes');
  else next.delete('layout');
  if (explored.comparison === null) next.delete('compare');
  else next.set('compare', comparisonText(explored.comparison));
  return next;
}

/** The state of the explore page, kept in the URL. */
export function useExplored(): Explored & {
  add(id: number): void;
  remove(id: number): void;
  toggle(what: 'hidden' | 'rising', id: number): void;
  draw(layout: Layout): void;
  compare(comparison: Comparison | null): void;
} {
  const [search, setSearch] = useSearchParams();
  const change = (next: (now: Explored) => Explored) =>
    setSearch((now) => writeExplored(now, next(readExplored(now))), { replace: true });
  const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id);
  return {
    ...readExplored(search),
    add: (id) => change((now) => ({ ...now, others: [...without(now.others, id), id] })),
    remove: (id) =>
      change((now) => ({
        ...now,
        others: without(now.others, id),
        hidden: without(now.hidden, id),
        rising: without(now.rising, id),
      })),
    toggle: (what, id) =>
      change((now) => ({
        ...now,
        [what]: now[what].includes(id) ? without(now[what], id) : [...now[what], id],
      })),
    draw: (layout) => change((now) => ({ ...now, layout })),
    compare: (comparison) => change((now) => ({ ...now, comparison })),
  };
}
