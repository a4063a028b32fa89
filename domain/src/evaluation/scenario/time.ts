const UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
  ['ms', 1],
];

const FORM = /^(-)?((?:\d+(?:\.\d+)?(?:ms|[wdhms]))+)$/;

/** Milliseconds of an offset such as `2h30m`, `90s`, `250ms` or `-3d`; null for anything else. */
export function parseOffset(text: string): number | null {
  const parts = FORM.exec(text.trim());
  if (!parts) return text.trim() === '0' ? 0 : null;
  let sum = 0;
  for (const [, amount, unit] of parts[2]!.matchAll(/(\d+(?:\.\d+)?)(ms|[wdhms])/g)) {
    sum += Number(amount) * UNITS.find(([name]) => name === unit)![1];
  }
  return Number.isInteger(sum) ? (parts[1] ? -sum : sum) : null;
}

/** Formats an offset as in a file, largest unit first; weeks only if there is no remainder. */
export function showOffset(milliseconds: number): string {
  if (milliseconds === 0) return '0m';
  let rest = Math.abs(milliseconds);
  let text = '';
  for (const [unit, length] of UNITS) {
    if (unit === 'w' && rest % length !== 0) continue;
    const amount = Math.floor(rest / length);
    if (amount > 0) text += `${amount}${unit}`;
    rest -= amount * length;
  }
  return milliseconds < 0 ? `-${text}` : text;
}
