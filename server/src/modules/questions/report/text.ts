const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });

export const count = (value: number): string => whole.format(value);

/** A number with at most so many decimals. */
export const decimal = (value: number, digits: number): string =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value);

/** Whole units of a currency: -$12,345. */
export const money = (value: number, symbol: string): string =>
  `${value < 0 ? '-' : ''}${symbol}${whole.format(Math.abs(value))}`;
