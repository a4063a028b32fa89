import { describe, expect, it } from 'vitest';
import { previewCsv, splitRow } from './csv-preview.ts';

describe('the beginning of a file', () => {
  it('is a pair of time and value', () => {
    expect(
      previewCsv('timestamp,value\n2013-12-02 21:15:00,73.9\n2013-12-02 21:20:00,74.9\n2013-12'),
    ).toEqual({
      form: 'pair',
      header: ['timestamp', 'value'],
      rows: [
        ['2013-12-02 21:15:00', '73.9'],
        ['2013-12-02 21:20:00', '74.9'],
      ],
      dates: { kind: 'plain' },
    });
  });

  it('is a pair without a heading too', () => {
    expect(previewCsv('2013-12-02T21:15:00Z;73,9')).toMatchObject({
      form: 'pair',
      header: null,
      rows: [['2013-12-02T21:15:00Z', '73,9']],
    });
  });

  it('is long with a column of tags, in any order', () => {
    expect(previewCsv('Time\tTag\tValue\n2024-01-01\tP-101\t1\n')?.form).toBe('long');
    expect(previewCsv('P-101,2024-01-01,1\n')).toMatchObject({ form: 'long', header: null });
  });

  it('is wide with a column for each tag, also for one', () => {
    expect(previewCsv('time;Temp;Flow\n2024-01-01;1;2\n')?.form).toBe('wide');
    expect(previewCsv('time,Temp\n2024-01-01,1\n')?.form).toBe('wide');
  });

  it('is none without columns', () => {
    expect(previewCsv('')).toBeNull();
    expect(previewCsv('one line of text\nand another\n')).toBeNull();
  });

  it('shows eight rows, without a byte order mark', () => {
    const text = `\uFEFFtime,value\n${Array.from({ length: 50 }, (_, index) => `2024-01-01T00:00:${index},1`).join('\n')}`;
    const preview = previewCsv(text);
    expect(preview?.header).toEqual(['time', 'value']);
    expect(preview?.rows).toHaveLength(8);
  });
});

describe('the order of day and month', () => {
  const dates = (...times: string[]) =>
    previewCsv(`time,value\n${times.map((time) => `${time},1`).join('\n')}\n`)?.dates;
  it('is plain where a number is over 12', () => {
    expect(dates('02/03/2024 10:00', '13/03/2024 10:00')).toEqual({ kind: 'order', order: 'dmy' });
    expect(dates('02/03/2024', '02/14/2024')).toEqual({ kind: 'order', order: 'mdy' });
  });
  it('must be chosen where no number is', () => {
    expect(dates('02/03/2024 10:00', '04.05.24')).toEqual({ kind: 'ambiguous', example: '02/03/2024' });
  });
  it('does not matter where the year comes first, or for epochs', () => {
    expect(dates('2024/02/03', '1391731200000')).toEqual({ kind: 'plain' });
  });
  it('is read from the column of times of a long file', () => {
    expect(previewCsv('tag,time,value\n01/02/2003,14/03/2024,1\n')?.dates).toEqual({
      kind: 'order',
      order: 'dmy',
    });
  });
});

describe('the cells of a line', () => {
  it('may be quoted', () => {
    expect(splitRow('"a, b","say ""hi""",c', ',')).toEqual(['a, b', 'say "hi"', 'c']);
    expect(splitRow('a;;', ';')).toEqual(['a', '', '']);
  });
});
