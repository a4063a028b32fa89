import type { Unit } from '@twinward/contracts/system/unit';
import { unitText } from '@twinward/domain/unit-text';
import { converter } from '@twinward/domain/units/convert';
import type { ChartSeries } from '../../ui/chart/series.ts';
import { formatExact } from '../../ui/format/format.ts';

/** The unit in which values are displayed: the measured unit, or the user's choice for its category. */
export interface DisplayUnit {
  /** As displayed; null for a plain number and for no unit. */
  text: string | null;
  /** The measured unit as displayed; null for a plain number and for no unit. */
  measured: string | null;
  /** UCUM code of the display unit; null without a unit. */
  code: string | null;
  /** UCUM code of the measured unit if values are converted; else null. */
  convertedFrom: string | null;
  /** Converts a measured value for display. */
  convert: (value: number) => number;
}

/** All units by code, and the chosen unit of each category. */
export interface UnitChoice {
  byCode: ReadonlyMap<string, Unit>;
  chosen: ReadonlyMap<number, Unit>;
}

export const noChoice: UnitChoice = { byCode: new Map(), chosen: new Map() };

const same = (value: number): number => value;

/**
 * The display unit for a measured unit.
 * @param code UCUM code; null for values without a unit
 */
export function chooseDisplayUnit(code: string | null, { byCode, chosen }: UnitChoice): DisplayUnit {
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

/** Converts a chart's columns to the display unit. */
export function convertSeries(series: ChartSeries, { convertedFrom, convert }: DisplayUnit): ChartSeries {
  if (convertedFrom === null) return series;
  const converted = (values: ChartSeries['mean']) =>
    values.map((value) => (value === null ? null : convert(value)));
  const mean = converted(series.mean);
  // For single points the three columns are the same array.
  if (series.low === series.mean) return { ...series, low: mean, mean, high: mean };
  return { ...series, low: converted(series.low), mean, high: converted(series.high) };
}

/** A measured value with its unit, as displayed: `212 °F`. */
export function shownValue(value: number, { text, convert }: DisplayUnit): string {
  const number = formatExact(convert(value));
  return text === null ? number : `${number} ${text}`;
}
