import type { ConditionalColor } from '@twinward/contracts/questions/query-definition';
import type { ResultValue } from '@twinward/contracts/questions/query-result';

type ColorName = ConditionalColor['color'];

/** The fill of each color. Table cells use it as a tint behind their text. */
export const conditionalFills: Readonly<Record<ColorName, string>> = {
  green: '#2E9E4F',
  amber: '#C98A00',
  red: '#D93A34',
  blue: '#2F7FD1',
  grey: '#7D8790',
};

/** The color of the first condition that a value meets; null if none. A range is [from, to). */
export function findColor(
  conditions: readonly ConditionalColor[],
  column: string,
  value: ResultValue,
): ColorName | null {
  if (typeof value !== 'number') return null;
  const met = conditions.find(
    (one) =>
      one.column === column &&
      (one.from === null || value >= one.from) &&
      (one.to === null || value < one.to),
  );
  return met?.color ?? null;
}

/** The fill of a mark; undefined for the color of its series. */
export const findFill = (
  conditions: readonly ConditionalColor[],
  column: string,
  value: ResultValue,
): string | undefined => {
  const color = findColor(conditions, column, value);
  return color === null ? undefined : conditionalFills[color];
};

/** The tint behind a value in a table. */
export const findTint = (
  conditions: readonly ConditionalColor[],
  column: string,
  value: ResultValue,
): string | undefined => {
  const fill = findFill(conditions, column, value);
  return fill === undefined ? undefined : `color-mix(in srgb, ${fill} 26%, transparent)`;
};
