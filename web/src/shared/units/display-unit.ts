import type { Unit } from '@twinward/contracts/system/unit';
import { converter } from '@twinward/domain/units/convert';
import type { Limit } from '../../ui/chart/limits.ts';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { formatExact } from '../../ui/format/format.ts';
import { unitText } from '../../ui/format/unit.ts';

/** The unit that values are shown in: the one that they are measured in, or the user's choice instead of it. */
export interface DisplayUnit {
  /** As people write it; null for a plain number, and where there is none. */
  text: string | null;
  /** The unit measured in, as people write it; null for a plain number, and where there is none. */
  measured: string | null;
  /** UCUM code of the unit shown; null where there is none. */
  code: string | null;
  /** UCUM code of the unit measured in, where values are converted from it; else null. */
  convertedFrom: string | null;
  /** A measured value as it is shown. */
  convert: (value: number) => number;
}

/** All units by code, and the one chosen for each category. */
export interface UnitChoice {
  byCode: ReadonlyMap<string, Unit>;
  chosen: ReadonlyMap<number, Unit>;
}

export const noChoice: UnitChoice = { byCode: new Map(), chosen: new Map() };

const same = (value: number): number => value;

/** How values measured in a unit are shown. @param code UCUM code; null for values without a unit */
export function displayUnitOf(code: string | null, { byCode, chosen }: UnitChoice): DisplayUnit {
  const measured = code === null ? undefined : byCode.get(code);
  const shown = measured && (chosen.get(measured.categoryId) ?? measured);
  const measuredText = measured && measured.code !== '1' ? measured.abbreviation : unitText(code);
  if (!measured || !shown || shown.id === measured.id) {
    return { text: measuredText, measured: measuredText, code, convertedFrom: null, convert: same };
  }
  return {
    text: shown.code === '1' ? null : shown.abbreviation,
    measured: measuredText,
    code: shown.code,
    convertedFrom: code,
    convert: converter(measured, shown),
  };
}

/** A chart's columns in the unit shown. */
export function convertSeries(series: ChartSeries, { convertedFrom, convert }: DisplayUnit): ChartSeries {
  if (convertedFrom === null) return series;
  const converted = (values: ChartSeries['mean']) =>
    values.map((value) => (value === null ? null : convert(value)));
  const mean = converted(series.mean);
  // Of single points the three columns are one.
  if (series.low === series.mean) return { ...series, low: mean, mean, high: mean };
  return { ...series, low: converted(series.low), mean, high: converted(series.high) };
}

/** Limits in the unit shown; a conversion keeps which of two values is the greater. */
export function convertLimits(
  limits: readonly Limit[],
  { convertedFrom, convert }: DisplayUnit,
): readonly Limit[] {
  if (convertedFrom === null) return limits;
  return limits.map((limit) => ({ ...limit, value: convert(limit.value) }));
}

/** A measured value with its unit, as it is shown: `212 °F`. */
export function shownValue(value: number, { text, convert }: DisplayUnit): string {
  const number = formatExact(convert(value));
  return text === null ? number : `${number} ${text}`;
}
