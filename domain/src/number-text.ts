const plain = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 6 });
const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Doubles are not exact for all whole numbers from here on. */
const manyDigits = 2 ** 53;
/** From here on, there are six digits or more before the decimal point. */
const sixDigits = 100_000;

/**
 * Formats a calculated number, such as a mean: six significant digits, but all digits before the decimal point, grouped
 * by thousands; very large and small numbers in powers of ten. Stored values use `formatExact`.
 */
export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= manyDigits) return value.toExponential();
  if (size !== 0 && size < 1e-4) return value.toExponential(3);
  return size >= sixDigits ? whole.format(value) : plain.format(value);
}

/** Formats a stored value with all its digits, grouped by thousands; very large and small numbers in powers of ten. */
export function formatExact(value: number): string {
  const size = Math.abs(value);
  return size >= manyDigits || (size !== 0 && size < 1e-4) ? value.toExponential() : exact.format(value);
}
