import type { Unit } from '@twinward/contracts/system/unit';
import { unitText } from '@twinward/domain/unit-text';
import { inputConversion, isIdentity } from '@twinward/domain/units/conversion';
import { formatExact } from '../../ui/format/format.ts';

/** Describes the conversion of the values of a tag to those of an input. */
export interface ConversionText {
  /** Whether they can be converted. */
  isReadable: boolean;
  /** `kPa → bar, × 0.01`; null without a conversion. */
  text: string | null;
}

/** Significant digits of a displayed factor or shift. */
const digits = 6;

/**
 * The conversion from a tag's unit to an input's, as a text.
 * @param tagUnit UCUM code
 * @param inputUnit UCUM code
 * @param units all known units, by code
 */
export function conversionText(
  tagUnit: string | null,
  inputUnit: string | null,
  units: ReadonlyMap<string, Unit>,
): ConversionText {
  const conversion = inputConversion(tagUnit, inputUnit, units);
  // Show no text while the units are loading.
  if (conversion === null && units.size === 0) return { isReadable: false, text: null };
  if (tagUnit === null || inputUnit === null) return { isReadable: true, text: null };
  const unitName = (code: string) => units.get(code)?.abbreviation ?? unitText(code) ?? code;
  const arrow = `${unitName(tagUnit)} → ${unitName(inputUnit)}`;
  if (conversion === null) {
    return { isReadable: false, text: `${unitName(tagUnit)} can’t be read in ${unitName(inputUnit)}` };
  }
  if (isIdentity(conversion)) return { isReadable: true, text: null };
  const rounded = (value: number) => formatExact(Number(Math.abs(value).toPrecision(digits)));
  const factor = conversion.a === 1 ? [] : [`× ${rounded(conversion.a)}`];
  const shift = conversion.b === 0 ? [] : [`${conversion.b < 0 ? '−' : '+'} ${rounded(conversion.b)}`];
  return { isReadable: true, text: `${arrow}, ${[...factor, ...shift].join(' ')}` };
}
