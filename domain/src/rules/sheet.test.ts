import { describe, expect, it } from 'vitest';
import { csvLine, plainText, sheetRow, sheetText } from './sheet.ts';

describe('a text in a spreadsheet cell', () => {
  it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://evil","x")'])(
    'is no formula, and reads back as it was: %j',
    (text) => {
      expect(sheetText(text)).toBe(`'${text}`);
      expect(plainText(sheetText(text))).toBe(text);
    },
  );

  it.each(['', 'Pump 1', "O'Brien", "'quoted'", '1=1', 'a-b'])('is not changed otherwise: %j', (text) => {
    expect(sheetText(text)).toBe(text);
    expect(plainText(text)).toBe(text);
  });

  it('does not change numbers, dates and empty cells', () => {
    const date = new Date(0);
    expect(sheetRow(['=1', -1, null, date, true])).toEqual(["'=1", -1, null, date, true]);
  });

  it('is quoted if it contains separators or line breaks', () => {
    expect(csvLine(['a,b', 'say "x"', '=1,2', 'two\r\nlines', 'plain'])).toBe(
      '"a,b","say ""x""","\'=1,2","two\r\nlines",plain\r\n',
    );
  });
});
