import { earliestTime, isPresetId, latestTime, type RangeChoice } from './range.ts';

/**
 * Reads a range choice from the URL: `range=week`, or `from` and `to` as ISO 8601.
 *
 * @returns null if the URL has no valid choice
 */
export function readRange(parameters: URLSearchParams): RangeChoice | null {
  const from = Date.parse(parameters.get('from') ?? '');
  const to = Date.parse(parameters.get('to') ?? '');
  if (from >= earliestTime && to <= latestTime && from < to) return { kind: 'fixed', range: { from, to } };
  const preset = parameters.get('range');
  return preset !== null && isPresetId(preset) ? { kind: 'preset', preset } : null;
}

/** Writes a range choice to URL parameters and keeps the others. The fallback is not written. */
export function writeRange(
  parameters: URLSearchParams,
  choice: RangeChoice,
  fallback: RangeChoice,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const name of ['from', 'to', 'range']) next.delete(name);
  if (sameChoice(choice, fallback)) return next;
  if (choice.kind === 'fixed') {
    next.set('from', new Date(choice.range.from).toISOString());
    next.set('to', new Date(choice.range.to).toISOString());
  } else {
    next.set('range', choice.preset);
  }
  return next;
}

export function sameChoice(one: RangeChoice, other: RangeChoice): boolean {
  if (one.kind === 'preset') return other.kind === 'preset' && one.preset === other.preset;
  return other.kind === 'fixed' && one.range.from === other.range.from && one.range.to === other.range.to;
}
