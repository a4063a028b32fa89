/** A band of figures, from its first value to before its last one; null: open at that side. */
export interface Band {
  from: number | null;
  to: number | null;
}

/** The bands between rising bounds, with an open one at each end. */
export const bandsBetween = (bounds: readonly number[]): Band[] =>
  [null, ...bounds].map((from, place) => ({ from, to: bounds[place] ?? null }));

/** `under 5 %`, `5 % to 20 %`, `50 % and over` */
export function bandLabel({ from, to }: Band, format: (value: number) => string): string {
  if (from === null) return to === null ? 'any' : `under ${format(to)}`;
  return to === null ? `${format(from)} and over` : `${format(from)} to ${format(to)}`;
}

/** A band in an address: `-5`, `5-20`, `50-`. */
export const writeBand = ({ from, to }: Band): string => `${from ?? ''}-${to ?? ''}`;

/** Reads what `writeBand` writes; null for anything else. */
export function readBand(text: string): Band | null {
  const [, from, to] = /^(\d{0,15})-(\d{0,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  const bound = (digits: string) => (digits === '' ? null : Number(digits));
  return { from: bound(from), to: bound(to) };
}
