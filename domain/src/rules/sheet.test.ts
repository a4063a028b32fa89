import { describe, expect, it } from 'vitest';
import { csvLine, plainText, sheetText } from './sheet.ts';

describe('a text in a spreadsheet cell', () => {
  it.each(['=1+1', '+1', '-1+cmd', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '=HYPERLINK("http://evil","x")'])(
    'is not a formula, and is the same when read back: %j',
    (text) => {
      expect(sheetText(text)).toBe(`'${text}`);
      expect(plainText(sheetText(text))).toBe(text);
    },
  );

  it.each(['', 'Pump 1', "O'Brien", "'quoted'", '1=1', 'a-b'])('is otherwise not changed: %j', (text) => {
    expect(sheetText(text)).toBe(text);
    expect(plainText(text)).toBe(text);
  });

  it('is quoted if it contains separators or line breaks', () => {
    expect(csvLine(['a,b', 'say "x"', '=1,2', 'two\r\nlines', 'plain'])).toBe(
      '"a,b","say ""x""","\'=1,2","two\r\nlines",plain\r\n',
    );
  });
});
