import type { Range } from '../../ui/chart/range.ts';
import { writeRange } from '../../ui/chart/range-address.ts';

/** The path of a page with charts that shows a given range. */
export function atRange(path: string, { from, to }: Range): string {
  const [page, search] = path.split('?');
  const choice = { kind: 'fixed', range: { from: Math.floor(from), to: Math.ceil(to) } } as const;
  return `${page}?${writeRange(new URLSearchParams(search), choice, { kind: 'preset', preset: 'all' })}`;
}
