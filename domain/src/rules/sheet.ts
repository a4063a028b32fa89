/** How text goes into a file that programs for sheets open, and comes back out of it. */

const formula = /^[=+\-@\t\r\n]/;
const marked = /^'[=+\-@\t\r\n]/;

/** A text for a cell: what would be taken for a formula is led by an apostrophe. */
export const sheetText = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** The values of a row, each text as `sheetText`. */
export const sheetRow = <T>(values: readonly T[]): T[] =>
  values.map((value) => (typeof value === 'string' ? (sheetText(value) as T) : value));

/** What a cell's text was before `sheetText`, so that what was exported can be imported again. */
export const plainText = (text: string): string => (marked.test(text) ? text.slice(1) : text);

/** A line of comma-separated values, as RFC 4180 quotes them. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = sheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
