/** Escapes text in files for spreadsheet programs, and restores it. */

const formula = /^[=+\-@\t\r\n]/;
const marked = /^'[=+\-@\t\r\n]/;

/** The text for a cell: a text that could be run as a formula gets a leading apostrophe. */
export const sheetText = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Reverses `sheetText`, so that exported files can be imported again. */
export const plainText = (text: string): string => (marked.test(text) ? text.slice(1) : text);

/** A line of comma-separated values, quoted as in RFC 4180. */
export const csvLine = (texts: readonly string[]): string => `${texts.map(csvCell).join(',')}\r\n`;

function csvCell(text: string): string {
  const safe = sheetText(text);
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
