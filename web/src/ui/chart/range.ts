import { formatDate, formatDateTime, formatSpan } from '../format/format.ts';

/** A time range in epoch milliseconds; `to` is exclusive. */
export interface Range {
  from: number;
  to: number;
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Preset ranges, counted back from the latest data; null is the whole extent. */
export const presets = [
  { id: '1h', label: '1 h', name: '1 hour', length: hour },
  { id: '8h', label: '8 h', name: '8 hours', length: 8 * hour },
  { id: 'day', label: 'Day', name: 'Day', length: day },
  { id: 'week', label: 'Week', name: 'Week', length: 7 * day },
  { id: 'month', label: 'Month', name: 'Month', length: 30 * day },
  { id: 'quarter', label: 'Quarter', name: 'Quarter', length: 91 * day },
  { id: 'year', label: 'Year', name: 'Year', length: 365 * day },
  { id: 'all', label: 'All', name: 'All data', length: null },
] as const;
export type PresetId = (typeof presets)[number]['id'];

/** The range that the user chose: a preset, which follows the latest data, or a fixed range. */
export type RangeChoice = { kind: 'preset'; preset: PresetId } | { kind: 'fixed'; range: Range };

/** Zoom limits: a range of at least 1 s, and at most twice the extent of the data. */
const shortestRange = 1000;

export const earliestTime = 0;
export const latestTime = Date.UTC(2101, 0, 1);

export const isPresetId = (text: string): text is PresetId => presets.some((preset) => preset.id === text);

/**
 * Resolves a choice to a range.
 *
 * @param extent from the oldest to the latest data
 */
export function resolveRange(choice: RangeChoice, extent: Range): Range {
  if (choice.kind === 'fixed') return choice.range;
  const length = presets.find((preset) => preset.id === choice.preset)?.length ?? null;
  if (length === null) return widen(extent);
  // A small margin at the right, so that the latest point is not at the very edge.
  const to = extent.to + Math.max(1, Math.round(length * 0.02));
  return { from: to - length, to };
}

/** The whole extent with a margin on both sides; a single point gets a minute around it. */
function widen({ from, to }: Range): Range {
  const air = Math.max(Math.round((to - from) * 0.015), from === to ? minute / 2 : 1);
  return { from: Math.max(earliestTime, from - air), to: Math.min(latestTime, to + air) };
}

export type RangeAction =
  | { type: 'preset'; preset: PresetId }
  | { type: 'select'; from: number; to: number }
  /** Factors under 1 zoom in; `at` stays in place, by default the middle. */
  | { type: 'zoom'; factor: number; at?: number }
  /** By a fraction of the visible range; positive moves to later times. */
  | { type: 'pan'; fraction: number }
  | { type: 'goto'; edge: 'start' | 'end' }
  | { type: 'reset' };

/** Applies an action to a choice. Ranges stay at least a second long and overlap the extent of the data. */
export function rangeReducer(choice: RangeChoice, action: RangeAction, extent: Range): RangeChoice {
  const range = resolveRange(choice, extent);
  const length = range.to - range.from;
  switch (action.type) {
    case 'preset':
      return { kind: 'preset', preset: action.preset };
    case 'reset':
      return { kind: 'preset', preset: 'all' };
    case 'select': {
      const [from, to] = action.from <= action.to ? [action.from, action.to] : [action.to, action.from];
      const middle = (from + to) / 2;
      const half = Math.max(to - from, shortestRange) / 2;
      return fixed(middle - half, middle + half, extent);
    }
    case 'zoom': {
      const whole = widen(extent);
      const longest = Math.max(2 * (whole.to - whole.from), shortestRange);
      const next = Math.min(longest, Math.max(shortestRange, length * action.factor));
      const at = action.at ?? (range.from + range.to) / 2;
      const from = at - ((at - range.from) / length) * next;
      return fixed(from, from + next, extent);
    }
    case 'pan': {
      const shift = length * action.fraction;
      return fixed(range.from + shift, range.to + shift, extent);
    }
    case 'goto': {
      const whole = widen(extent);
      return action.edge === 'start'
        ? fixed(whole.from, whole.from + length, extent)
        : fixed(whole.to - length, whole.to, extent);
    }
  }
}

/** Keeps at least a tenth of the range over the data, so that users cannot pan into empty time. */
function fixed(from: number, to: number, extent: Range): RangeChoice {
  const length = to - from;
  const whole = widen(extent);
  const overlap = Math.min(length, whole.to - whole.from) * 0.1;
  let shift = 0;
  if (to < whole.from + overlap) shift = whole.from + overlap - to;
  if (from > whole.to - overlap) shift = whole.to - overlap - from;
  const start = Math.min(Math.max(earliestTime, Math.round(from + shift)), latestTime - shortestRange);
  return { kind: 'fixed', range: { from: start, to: Math.min(latestTime, Math.round(start + length)) } };
}

/** Formats a range: from and to in the time zone, with the precision that suits its length, and its duration. */
export function rangeText({ from, to }: Range, timeZone: string): string {
  const ends = [from, to].map((time) =>
    to - from >= 7 * day
      ? formatDate(time, timeZone)
      : formatDateTime(time, timeZone, to - from < 10 * minute),
  );
  return `${ends[0]} – ${ends[1]} (${formatSpan(to - from)})`;
}
