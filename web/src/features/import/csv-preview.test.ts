import { describe, expect, it } from 'vitest';
import { interpretHead, splitHead } from './csv-preview.ts';

const parseHead = (text: string, isCut = false) => splitHead({ lines: text.split('\n'), isCut });

const read = (text: string, columns: Parameters<typeof interpretHead>[1] = {}) => {
  const head = parseHead(text);
  return head && { ...interpretHead(head, columns), rows: head.rows, header: head.header };
};

describe('the preview of a file', () => {
  it('has the form pair for a column of times and one of values', () => {
    expect(read('timestamp,value\n2013-12-02 21:15:00,73.9\n2013-12-02 21:20:00,74.9\n')).toEqual({
      form: 'pair',
      problem: null,
      roles: { time: 0, value: 1 },
      layout: { form: 'single', time: { time: 0, date: null }, quality: null, value: 1 },
      header: ['timestamp', 'value'],
      rows: [
        ['2013-12-02 21:15:00', '73.9'],
        ['2013-12-02 21:20:00', '74.9'],
      ],
      dates: { kind: 'plain' },
      openNumber: null,
      hasOpenQuality: false,
    });
  });

  it('requires headings', () => {
    expect(read('2013-12-02T21:15:00Z;73,9')).toMatchObject({
      form: null,
      problem: 'The first row has no headings. Please add a row with column names.',
    });
  });

  it('has the long form if there is a column of tags, in any order', () => {
    expect(read('Time\tTag\tValue\n2024-01-01\tP-101\t1\n')?.form).toBe('long');
    expect(read('Tag|Date|Time|Value\nP-101|2024-01-01|10:00|1\n')).toMatchObject({
      form: 'long',
      roles: { tag: 0, date: 1, time: 2, value: 3 },
    });
  });

  it('has the wide form if there is a column per tag, even for one tag', () => {
    expect(read('time;Temp;Flow\n2024-01-01;1;2\n')?.form).toBe('wide');
    expect(read('time,Temp\n2024-01-01,1\n')?.form).toBe('wide');
  });

  it('uses the chosen columns', () => {
    const text = 'Point;When;Reading\nP-101;01-Feb-2024 14:00:00;1\n';
    expect(read(text)).toMatchObject({
      form: null,
      problem: expect.stringContaining('no column for the time'),
    });
    expect(read(text, { time: 'When', tag: 'Point', value: 'Reading' })?.form).toBe('long');
    expect(read('When;Reading\nx;1\n', { time: 'When', value: 'Reading' })?.form).toBe('pair');
  });

  it('is null without columns', () => {
    expect(parseHead('')).toBeNull();
    expect(parseHead('one line of text\nand another\n')).toBeNull();
  });

  it('supports cells with line breaks, and a line that declares the separator', () => {
    expect(parseHead('time,"value\n(bar)"\n1,2\n')).toEqual({
      header: ['time', 'value\n(bar)'],
      rows: [['1', '2']],
      epochDay: null,
      separator: ',',
    });
    expect(parseHead('sep=;\ntime;value\n1;2\n')).toEqual({
      header: ['time', 'value'],
      rows: [['1', '2']],
      epochDay: null,
      separator: ';',
    });
  });

  it('continues after an unclosed quotation mark, unless the text is cut off', () => {
    const text = 'time,value\n1,2\n3,"4\n5,6';
    expect(parseHead(text)?.rows).toEqual([
      ['1', '2'],
      ['5', '6'],
    ]);
    expect(parseHead(text, true)?.rows).toEqual([['1', '2']]);
  });

  it('returns what must be chosen: the decimal sign, and the meaning of quality 0', () => {
    expect(read('time\tvalue\n2024-01-01\t1,000\n')?.openNumber).toBe('1,000');
    expect(read('time\tvalue\n2024-01-01\t1,000\n2024-01-02\t1,5\n')?.openNumber).toBeNull();
    expect(read('time;value\n2024-01-01;1,000\n')?.openNumber).toBeNull();
    const withQuality = (...codes: string[]) =>
      read(`time,value,quality\n${codes.map((code) => `2024-01-01,1,${code}\n`).join('')}`)?.hasOpenQuality;
    expect(withQuality('0', '', '0')).toBe(true);
    expect(withQuality('0', '192')).toBe(false);
    expect(withQuality('good', '0')).toBe(false);
    expect(withQuality('')).toBe(false);
  });
});

describe('the order of day and month', () => {
  const dates = (...times: string[]) =>
    read(`time,value\n${times.map((time) => `${time},1`).join('\n')}\n`)?.dates;
  it('is detected from a number over 12', () => {
    expect(dates('02/03/2024 10:00', '13/03/2024 10:00')).toEqual({ kind: 'order', order: 'dmy' });
    expect(dates('02/03/2024', '02/14/2024')).toEqual({ kind: 'order', order: 'mdy' });
  });
  it('must be chosen if no number is over 12', () => {
    expect(dates('02/03/2024 10:00', '04-05-24')).toEqual({ kind: 'ambiguous', example: '02/03/2024' });
  });
  it('is irrelevant if the year comes first, between dots, or for epochs', () => {
    expect(dates('2024/02/03', '04.05.24', '1391731200000')).toEqual({ kind: 'plain' });
  });
  it('is detected in the column of times or dates of a long file', () => {
    expect(read('tag,time,value\n01/02/2003,14/03/2024,1\n')?.dates).toEqual({ kind: 'order', order: 'dmy' });
    expect(read('tag,date,time,value\nP,14/03/2024,10:00,1\n')?.dates).toEqual({
      kind: 'order',
      order: 'dmy',
    });
  });
});
