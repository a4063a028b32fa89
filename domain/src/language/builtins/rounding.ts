/**
 * Rounds the shortest decimal form of a number, half away from zero: 2.675 rounded to two digits is 2.68
 * although its binary value is smaller.
 *
 * @param digits after the decimal point, 0 to 15
 */
export function roundDecimal(value: number, digits: number): number {
  if (Number.isInteger(value)) return value;
  const power = 10 ** digits;
  const scaled = Math.abs(value) * power;
  const whole = Math.floor(scaled);
  const rest = scaled - whole;
  // Below 2^40 the error of scaling is far smaller than this margin: only values near a half need the decimal
  // form.
  if (scaled < 2 ** 40 && Math.abs(rest - 0.5) > 1e-3) {
    return Math.sign(value) * ((rest > 0.5 ? whole + 1 : whole) / power);
  }
  return Math.sign(value) * roundShortest(Math.abs(value), digits);
}

/** Rounds the digits of the number's printed form. */
function roundShortest(value: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const figures = mantissa.replace('.', '');
  // The value is 0.figures * 10^point; keep the figures up to the last digit wanted.
  const point = Number(exponent) + 1;
  const keep = point + digits;
  if (keep < 0) return 0;
  if (keep >= figures.length) return value;
  const kept = BigInt(`0${figures.slice(0, keep)}`) + (figures[keep]! >= '5' ? 1n : 0n);
  return Number(`${kept}e${-digits}`);
}
