/** A band of numbers: from <= value < to; null for no limit. */
export interface Band {
  from: number | null;
  to: number | null;
}

/** The bands between ascending bounds, with an open band at each end. */
export const bandsBetween = (bounds: readonly number[]): Band[] =>
  [null, ...bounds].map((from, place) => ({ from, to: bounds[place] ?? null }));

/** `under 5 %`, `5 % to 20 %`, `50 % and over` */
export function bandLabel({ from, to }: Band, format: (value: number) => string): string {
  if (from === null) return to === null ? 'any' : `under ${format(to)}`;
  return to === null ? `${format(from)} and over` : `${format(from)} to ${format(to)}`;
}

/** Encodes a band for the URL: `-5`, `5-20`, `50-`. */
export const writeBand = ({ from, to }: Band): string => `${from ?? ''}-${to ?? ''}`;

/** Decodes the text of `writeBand`; null if invalid. */
export function readBand(text: string): Band | null {
  const [, from, to] = /^(\d{0,15})-(\d{0,15})$/.exec(text) ?? [];
  if (from === undefined || to === undefined) return null;
  const bound = (digits: string) => (digits === '' ? null : Number(digits));
  return { from: bound(from), to: bound(to) };
}
