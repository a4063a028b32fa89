import type { Work, WorkKind } from '@twinward/contracts/assets/work';
import { HOUR } from '@twinward/domain/duration';
import { kindLabels, workDuration } from '../../shared/work/work-columns.tsx';
import type { Range } from '../../ui/chart/range.ts';

/** Work with its position in time. */
export interface PlacedWork {
  work: Work;
  from: number;
  to: number;
  /** Whether it is neither started nor completed. */
  isPlanned: boolean;
}

/** Groups a page of work by kind, with its time range and a margin; null if no work has a time. */
export function placeWork(
  all: readonly Work[],
): { range: Range; lanes: { kind: WorkKind; items: PlacedWork[] }[] } | null {
  const placed = all.flatMap((work) => place(work) ?? []);
  if (placed.length === 0) return null;
  const from = Math.min(...placed.map((item) => item.from));
  const to = Math.max(...placed.map((item) => item.to));
  const room = Math.max((to - from) * 0.03, HOUR);
  return {
    range: { from: from - room, to: to + room },
    lanes: (Object.keys(kindLabels) as WorkKind[]).flatMap((kind) => {
      const items = placed.filter((item) => item.work.kind === kind);
      return items.length === 0 ? [] : [{ kind, items }];
    }),
  };
}

function place(work: Work): PlacedWork | null {
  const length = workDuration(work) ?? 0;
  const { planned, start, completed } = work;
  if (start !== null) {
    const from = Date.parse(start);
    return { work, from, to: completed === null ? from + length : Date.parse(completed), isPlanned: false };
  }
  if (completed !== null) {
    const to = Date.parse(completed);
    return { work, from: to - length, to, isPlanned: false };
  }
  if (planned === null) return null;
  const from = Date.parse(planned);
  return { work, from, to: from + length, isPlanned: true };
}
