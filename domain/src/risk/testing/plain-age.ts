// A second, literal implementation of the definitions of age, for tests.

export interface WorkItem {
  kind: 'corrective' | 'preventive';
  /** Epoch milliseconds */
  start: number;
  completed: number | null;
  mechanism: string | null;
  /** The failure modes that preventive work renews. */
  renews: 'none' | 'all' | readonly number[];
}

type Mode = { id: number; mechanism: string | null } | null;

function isOfMode(item: WorkItem, mode: Mode): boolean {
  if (item.kind !== 'corrective') return false;
  if (mode === null) return true;
  if (item.mechanism === null) return true;
  if (mode.mechanism === null) return true;
  return item.mechanism === mode.mechanism;
}

/** The ends of the failure groups: work that starts within 24 hours of the first start, or before the latest end. */
function endsOfFailures(items: readonly WorkItem[], mode: Mode): number[] {
  const repairs = items.filter((item) => isOfMode(item, mode) && item.completed !== null);
  repairs.sort((one, other) => one.start - other.start);
  const ends: number[] = [];
  let first = 0;
  for (const { start, completed } of repairs) {
    const last = ends.length - 1;
    const joins = last >= 0 && (start - first < 24 * 60 * 60 * 1000 || start < ends[last]!);
    if (joins) {
      ends[last] = Math.max(ends[last]!, completed!);
    } else {
      first = start;
      ends.push(completed!);
    }
  }
  return ends;
}

/** The time from which age counts, in epoch milliseconds. */
export function plainRenewal(
  items: readonly WorkItem[],
  { twinStart, analysisStart }: { twinStart: number | null; analysisStart: number },
  mode: Mode,
): number {
  const renewals = endsOfFailures(items, mode);
  for (const item of items) {
    if (item.kind !== 'preventive' || item.completed === null || item.renews === 'none') continue;
    if (item.renews === 'all') renewals.push(item.completed);
    else if (mode !== null && item.renews.indexOf(mode.id) >= 0) renewals.push(item.completed);
  }
  if (twinStart !== null) renewals.push(twinStart);
  if (renewals.length === 0) return analysisStart;
  renewals.sort((one, other) => other - one);
  return renewals[0]!;
}

export function plainUnderRepair(items: readonly WorkItem[], mode: Mode): boolean {
  for (const item of items) if (isOfMode(item, mode) && item.completed === null) return true;
  return false;
}

const day = 24 * 60 * 60 * 1000;

/** The fraction of the survivors to `asOf` that fail by `end`. */
export function plainConditional(
  { shape, scale }: { shape: number; scale: number },
  { renewedAt, asOf, end }: { renewedAt: number; asOf: number; end: number },
): number {
  const age = asOf > renewedAt ? (asOf - renewedAt) / day : 0;
  const ageAtEnd = (end - renewedAt) / day;
  if (ageAtEnd <= age) return 0;
  const hazard = (days: number) => (days / scale) ** shape;
  return 1 - Math.exp((age === 0 ? 0 : hazard(age)) - hazard(ageAtEnd));
}
