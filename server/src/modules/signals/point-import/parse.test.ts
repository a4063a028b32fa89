import { gzipSync } from 'node:zlib';
import { describe, expect, it, test } from 'vitest';
import { makeWorkbook } from '../../../testing/workbooks.ts';
import { type Bytes, ReadingTime } from '../../system/file/service.ts';
import { parsePoints } from './parse.ts';
import type { ParsedBatch, ParseOptions } from './parsed.ts';

const known = new Set(['Temperature', 'Pressure', 'T2', 'Ärmel']);
const asked: string[] = [];
const defaults: ParseOptions = {
  fileName: 'points.csv',
  timeZone: 'UTC',
  dateOrder: 'ymd',
  singleTag: false,
  findTags: async (names) => {
    asked.push(...names);
    return new Set(names.filter((name) => known.has(name)));
  },
};

async function* inPieces(bytes: Uint8Array, size: number): Bytes {
  for (let i = 0; i < bytes.length; i += size) yield bytes.subarray(i, i + size);
}

async function parse(file: string | Uint8Array, options: Partial<ParseOptions> = {}, pieceSize = 7) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const batches: ParsedBatch[] = [];
  for await (const batch of parsePoints(() => inPieces(bytes, pieceSize), { ...defaults, ...options }))
    batches.push(batch);
  expect(batches.length).toBeLessThanOrEqual(1);
  const { rows, lastLine, points, refused } = batches[0] ?? { rows: 0, lastLine: 0, points: [], refused: [] };
  const plain = points.map(({ tag, times, values, qualities }) => ({
    tag,
    points: Array.from(times, (time, i) => [new Date(time).toISOString().slice(11, 19), values[i]]),
    ...(qualities ? { qualities: [...qualities] } : {}),
  }));
  return { rows, lastLine, points: plain, refused };
}

/** A workbook whose dates are counted from 1904: 2014-02-07 is day 40,215. */
const from1904 = (rows: readonly (string | number)[][]): Uint8Array =>
  makeWorkbook({ Points: rows }, { date1904: true });

describe('a workbook with dates counted from 1904', () => {
  const points = [{ tag: 'Temperature', points: [['2014-02-07 12:00', 73.9]] }];
  const options = { fileName: 'points.xlsx', singleTag: false };

  it.each([
    [
      'a column of times',
      [
        ['time', 'Temperature'],
        [40_215.5, 73.9],
      ],
    ],
    [
      'a date and a time of day',
      [
        ['date', 'time', 'Temperature'],
        [40_215, 0.5, 73.9],
      ],
    ],
  ])('accepts %s without a format, as plain numbers', async (_, rows) => {
    const batches: ParsedBatch[] = [];
    const bytes = from1904(rows);
    for await (const batch of parsePoints(() => inPieces(bytes, 1000), { ...defaults, ...options }))
      batches.push(batch);
    expect(
      batches.flatMap((batch) =>
        batch.points.map(({ tag, times, values }) => ({
          tag,
          points: Array.from(times, (time, i) => [
            new Date(time).toISOString().slice(0, 16).replace('T', ' '),
            values[i],
          ]),
        })),
      ),
    ).toEqual(points);
  });
});

describe('a file of points', () => {
  it.each([7, 10_000])(
    'may end its lines with only a carriage return, in pieces of %i bytes',
    async (size) => {
      const file = 'Time,Temperature\r2014-02-07T14:55:00Z,73.9\r\r2014-02-07T15:00:00Z,74\r';
      expect(await parse(file, {}, size)).toEqual({
        rows: 2,
        lastLine: 4,
        points: [
          {
            tag: 'Temperature',
            points: [
              ['14:55:00', 73.9],
              ['15:00:00', 74],
            ],
          },
        ],
        refused: [],
      });
    },
  );

  it('may have a row per point, with a column for the tag', async () => {
    const file = `Tag,Time,Value,Quality
Temperature,2014-02-07T14:55:00Z,73.9,good
Pressure,2014-02-07T14:55:00Z,-1.5e3,uncertain
Temperature,2014-02-07T15:00:00Z,,bad
`;
    expect(await parse(file)).toEqual({
      rows: 3,
      lastLine: 4,
      points: [
        {
          tag: 'Temperature',
          points: [
            ['14:55:00', 73.9],
            ['15:00:00', Number.NaN],
          ],
          qualities: [0, 2],
        },
        { tag: 'Pressure', points: [['14:55:00', -1500]], qualities: [1] },
      ],
      refused: [],
    });
  });

  it('may have a column per tag, in which empty cells are not points', async () => {
    const file = 'timestamp;Temperature;Pressure\r\n07.02.2014 14:55;73,9;1\r\n07.02.2014 14:56;;2,5\r\n';
    expect(await parse(file, { timeZone: 'Europe/Berlin' })).toEqual({
      rows: 2,
      lastLine: 3,
      points: [
        { tag: 'Temperature', points: [['13:55:00', 73.9]] },
        {
          tag: 'Pressure',
          points: [
            ['13:55:00', 1],
            ['13:56:00', 2.5],
          ],
        },
      ],
      refused: [],
    });
  });

  it('may have only times and values if a tag is chosen', async () => {
    const file = 'timestamp,value\n2013-12-02 21:15:00,73.96732207\n2013-12-02 21:20:00,74.93588199999998';
    expect(await parse(file, { singleTag: true })).toEqual({
      rows: 2,
      lastLine: 3,
      points: [
        {
          tag: null,
          points: [
            ['21:15:00', 73.96732207],
            ['21:20:00', 74.93588199999998],
          ],
        },
      ],
      refused: [],
    });
  });

  it('may be gzipped, tab-separated, start with a byte order mark, and use another encoding', async () => {
    const rows = 'time\tÄrmel\n2014-02-07 14:55\t1\n';
    const expected = [{ tag: 'Ärmel', points: [['14:55:00', 1]] }];
    for (const file of [
      Buffer.from(`\uFEFF${rows}`),
      gzipSync(rows),
      Buffer.from(`\uFEFF${rows}`, 'utf16le'),
      Buffer.from(rows, 'latin1'),
      Buffer.from(`sep=\t\n${rows}`),
    ])
      expect((await parse(file)).points).toEqual(expected);
  });

  it('may quote its cells', async () => {
    const file =
      '"tag","time","value"\n"Temperature", "2014-02-07 14:55","1"\nTemperature,"2014-02-07 14:56" ,2\n';
    expect((await parse(file)).points).toEqual([
      {
        tag: 'Temperature',
        points: [
          ['14:55:00', 1],
          ['14:56:00', 2],
        ],
      },
    ]);
  });

  it('may have empty cells, including the first one', async () => {
    const file = 'Temperature\ttime\tPressure\n\t2014-02-07 14:55\t1\n2\t2014-02-07 14:56\t\n';
    expect((await parse(file)).points).toEqual([
      { tag: 'Pressure', points: [['14:55:00', 1]] },
      { tag: 'Temperature', points: [['14:56:00', 2]] },
    ]);
  });

  it('keeps valid rows and describes the error of each invalid one', async () => {
    const file = `tag,time,value,quality
Temperature,2014-02-07 14:55,warm,good
Temperature,soon,1,good

Temprature,2014-02-07 14:55,1,good
,2014-02-07 14:55,1,good
Temperature,2014-02-07 14:55,,good
Temperature,2014-02-07 14:55,1e999,good
Temperature,2014-02-07 14:55,1,so so
Temperature,2014-02-07 14:55,NaN
Temperature,"2014-02-07 14:55,1,good
Temperature,2014-02-07 14:56,1
`;
    asked.length = 0;
    const { rows, points, refused } = await parse(file);
    expect(rows).toBe(10);
    expect(points).toEqual([{ tag: 'Temperature', points: [['14:56:00', 1]] }]);
    expect(refused).toEqual([
      { line: 2, reason: "The value 'warm' is not a number. Please give one such as 73.97." },
      {
        line: 3,
        reason:
          "The time 'soon' cannot be read. Please give a time such as 2014-02-07 14:55:00, 2014-02-07T14:55:00Z or 07.02.2014 14:55.",
      },
      { line: 5, reason: "There is no tag named 'Temprature'." },
      { line: 6, reason: 'The tag is missing. Please give its name.' },
      { line: 7, reason: 'The value is missing. Please give a number; only a bad point may have none.' },
      { line: 8, reason: "The value '1e999' is too large. Please give one below 1.8e308." },
      {
        line: 9,
        reason:
          "The quality 'so so' is not known. Please give good, uncertain or bad, or a code of OPC DA, or leave it empty.",
      },
      { line: 10, reason: "The value 'NaN' is not a number. Please give one such as 73.97." },
      { line: 11, reason: 'A quotation mark is opened and not closed in this line.' },
    ]);
    expect(asked).toEqual(['Temperature', 'Temprature']);
  });

  it('drops only the invalid cells of a wide row, and the columns without a tag', async () => {
    const file = 'time,Temperature,Colour,Pressure\n2014-02-07 14:55,x,red,1.0.0\n2014-02-07 14:56,1,red,2\n';
    expect(await parse(file)).toEqual({
      rows: 2,
      lastLine: 3,
      points: [
        { tag: 'Temperature', points: [['14:56:00', 1]] },
        { tag: 'Pressure', points: [['14:56:00', 2]] },
      ],
      refused: [
        { line: 1, reason: "There is no tag named 'Colour': the column is left out." },
        {
          line: 2,
          reason:
            "Column 'Temperature': The value 'x' is not a number. Please give one such as 73.97. Column 'Pressure': The value '1.0.0' is not a number. Please give one such as 73.97.",
        },
      ],
    });
  });

  it('gives the same batches every time, each ending with a whole row', async () => {
    const row = (i: number) => `${1_700_000_000 + i},${i}\n`;
    const file = Buffer.from(`time,value\n${Array.from({ length: 600_000 }, (_, i) => row(i)).join('')}`);
    for (const pieceSize of [65_536, 1_000_000]) {
      const batches: [number, number, number | undefined][] = [];
      for await (const batch of parsePoints(() => inPieces(file, pieceSize), {
        ...defaults,
        singleTag: true,
      }))
        batches.push([batch.lastLine, batch.rows, batch.points[0]?.times.length]);
      expect(batches).toEqual([
        [500_001, 500_000, 500_000],
        [600_001, 100_000, 100_000],
      ]);
    }
  });
});

describe('numbers and codes that depend on the whole file', () => {
  const values = async (file: string, options: Partial<ParseOptions> = {}) => {
    const { points, refused } = await parse(file, options);
    return [
      ...points.flatMap((one) => one.points.map(([, value]) => value)),
      ...refused.map(({ line }) => `line ${line}`),
    ];
  };
  const file = (separator: string, ...texts: string[]) =>
    [['time', 'Temperature'], ...texts.map((text, i) => [`2024-01-01 00:0${i}`, text])]
      .map((cells) => cells.join(separator))
      .join('\n');

  it('are rejected if they fit both signs, and accepted if a sign is chosen', async () => {
    const open = file('\t', '1,000', '12');
    expect(await values(open)).toEqual([12, 'line 2']);
    expect(await values(open, { decimalSign: '.' })).toEqual([1000, 12]);
    expect(await values(open, { decimalSign: ',' })).toEqual([1, 12]);
    expect((await parse(open)).refused[0]!.reason).toBe(
      "Column 'Temperature': The value '1,000' may mean 1000 or 1. Please choose the decimal sign of the file.",
    );
  });

  it('are interpreted by a later unambiguous row', async () => {
    expect(await values(file('\t', '1,000', '-1,250', '1,5'))).toEqual([1, -1.25, 1.5]);
    expect(await values(file('\t', '1,000', '-1,250', '1.5'))).toEqual([1000, -1250, 1.5]);
    expect(await values(file(',', '"1,000"', '"1,000,000"'))).toEqual([1000, 1_000_000]);
    expect(await values(file(';', '1,000', '1.000,5'))).toEqual([1, 1000.5]);
    expect(await values(file(';', '73.97', '1.250'))).toEqual([73.97, 1.25]);
    expect(await values(file(';', '1.250'))).toEqual(['line 2']);
  });

  const codes = (...texts: string[]) =>
    ['time,Temperature,Quality', ...texts.map((text, i) => `2024-01-01 00:0${i},${i},${text}`)].join('\n');
  const qualities = async (text: string, options: Partial<ParseOptions> = {}) =>
    (await parse(text, options)).points[0]?.qualities ?? 'all good';

  it('are accepted as codes of OPC DA, where 0 is bad', async () => {
    expect(await qualities(codes('192', '0', '64', '216'))).toEqual([0, 2, 1, 0]);
    expect(await qualities(codes('0', '192'))).toEqual([2, 0]);
    expect(await qualities(codes('0', '192'), { zeroQuality: 'good' })).toEqual([2, 0]);
    expect(await qualities(codes('good', '0'))).toEqual([0, 2]);
    expect(await qualities(codes('192', '192'))).toBe('all good');
    expect(await qualities(codes('0', '2147483648').replace('Quality', 'Status'))).toEqual([0, 2]);
  });

  it('need a choice of the meaning of 0 if the codes are only 0, 1 and 2', async () => {
    await expect(parse(codes('0', '0'))).rejects.toThrow(
      "The column 'Quality' holds only the quality code 0. Please choose whether 0 means good or bad.",
    );
    await expect(parse(codes('', '1', '0', '2'))).rejects.toThrow(
      'holds only the quality codes 0 and 1 and 2.',
    );
    await expect(parse(codes('0').replace('Quality', 'Status'))).rejects.toThrow('choose whether 0 means');
    expect(await qualities(codes('0', '1', '2'), { zeroQuality: 'good' })).toEqual([0, 1, 2]);
    expect(await qualities(codes('0', '1', '2'), { zeroQuality: 'bad' })).toEqual([2, 2, 2]);
  });
});

describe('a historian’s file', () => {
  it('may have its own headings, separate columns for date and time, codes, and line breaks in cells', async () => {
    const text = `"Point
name";Day;Clock;Reading;Güte;Note
Temperature;01-Feb-2024;14:00:00;73,97;192;"first
second"
Temperature;01-Feb-2024;14:01:00;1.250,5;64;
Pressure;01-Feb-2024;24:00:00;;0;
`;
    const columns = { tag: 'Point name', date: 'Day', time: 'Clock', value: 'Reading', quality: 'Güte' };
    expect(await parse(text, { columns })).toEqual({
      rows: 3,
      lastLine: 6,
      points: [
        {
          tag: 'Temperature',
          points: [
            ['14:00:00', 73.97],
            ['14:01:00', 1250.5],
          ],
          qualities: [0, 1],
        },
        { tag: 'Pressure', points: [['00:00:00', Number.NaN]], qualities: [2] },
      ],
      refused: [],
    });
  });

  it('may have a million points with separate dates and times', async () => {
    const start = Date.UTC(2024, 0, 1);
    const rows = Array.from({ length: 1_000_000 }, (_, second) => {
      const time = new Date(start + second * 1000).toISOString();
      return `Temperature,${time.slice(0, 10)},${time.slice(11, 19)},${second}`;
    });
    const file = Buffer.from(`Tag,Date,Time,Value\n${rows.join('\n')}\n`);
    let count = 0;
    let wrong = 0;
    for await (const { points, refused } of parsePoints(() => inPieces(file, 65_536), defaults)) {
      wrong += refused.length;
      for (const { times, values } of points) {
        count += times.length;
        for (const [at, time] of times.entries()) if (time !== start + values[at]! * 1000) wrong += 1;
      }
    }
    expect([count, wrong]).toEqual([1_000_000, 0]);
  });

  it('keeps every hour of a local year, and the repeated hour is reported', async () => {
    const start = Date.parse('2022-12-31T23:00:00Z');
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'Europe/Oslo',
      dateStyle: 'short',
      timeStyle: 'medium',
    });
    const instants = Array.from({ length: 8760 }, (_, i) => start + i * 3_600_000);
    for (const ordered of [instants, instants.toReversed()]) {
      const file = Buffer.from(
        `time,value\n${ordered.map((at, i) => `${format.format(at)},${i}\n`).join('')}`,
      );
      const batches: ParsedBatch[] = [];
      const options = { ...defaults, timeZone: 'Europe/Oslo', singleTag: true };
      for await (const batch of parsePoints(() => inPieces(file, 65_536), options)) batches.push(batch);
      expect(batches.map(({ points }) => [...points[0]!.times])).toEqual([ordered]);
      const from = Date.UTC(2023, 9, 29, 2);
      expect(batches[0]!.repeatedHours).toEqual([{ from, until: from + 3_600_000, tags: 1, undecided: 0 }]);
    }
  });
});

describe('a hostile file', () => {
  it('may have text that cannot be stored, names of object properties, and very long names', async () => {
    asked.length = 0;
    const good = 'Temperature,2014-02-07T14:55:00Z,1,good\n'.repeat(200);
    const file = `tag,time,value,quality
${good}a\0b,2014-02-07T14:55:00Z,1,good
Temperature,2014-02-07T14:55:00Z,1\0,good
Temperature,2014-02-07T14:55:00Z,1,constructor
Temperature,2014-02-07T14:55:00Z,1,__proto__
${'x'.repeat(300_000)},2014-02-07T14:55:00Z,1,good
Temperature,${'9'.repeat(300_000)},1,good
`;
    const { rows, refused } = await parse(file, {}, 65_536);
    expect(rows).toBe(206);
    expect(refused.slice(0, 5)).toEqual([
      { line: 202, reason: "There is no tag named 'a\ufffdb'." },
      { line: 203, reason: "The value '1\ufffd' is not a number. Please give one such as 73.97." },
      {
        line: 204,
        reason:
          "The quality 'constructor' is not known. Please give good, uncertain or bad, or a code of OPC DA, or leave it empty.",
      },
      {
        line: 205,
        reason:
          "The quality '__proto__' is not known. Please give good, uncertain or bad, or a code of OPC DA, or leave it empty.",
      },
      { line: 206, reason: `There is no tag named '${'x'.repeat(200)}…'.` },
    ]);
    expect(refused[5]!.reason).toHaveLength(2001);
    expect(asked).toEqual(['Temperature', 'a\ufffdb']);
  });

  it('may have very many columns; the message names the first', async () => {
    const names = Array.from({ length: 100_000 }, (_, i) => `c${i}`);
    const shown = names.slice(0, 50).map((name) => `'${name}'`);
    await expect(parse(`time,${names.join()}\n`, {}, 65_536)).rejects.toThrow(
      `100000 columns match no tag: ${shown.join(', ')} and 99950 more. Please choose or create a tag for each, or add a column 'tag'.`,
    );
  });
});

describe('a file is rejected that', () => {
  it('lacks a column; the message names the existing ones', async () => {
    await expect(parse('tag;moment;value\n')).rejects.toThrow(
      "There is no column for the time: please name one 'time' in the first row, or choose it. The columns found are 'tag', 'moment', 'value'.",
    );
    await expect(parse('tag,time,reeding\n')).rejects.toThrow(
      "There is no column for the value: please name one 'value' in the first row, or choose it. The columns found are 'tag', 'time', 'reeding'.",
    );
    await expect(parse('time\n1\n')).rejects.toThrow(
      "There is no column for values: please name it 'value' or after its tag in the first row. The columns found are 'time'.",
    );
    await expect(parse('time,a,b\n', { singleTag: true })).rejects.toThrow(
      "There are several columns for values: please name one of them 'value', or choose it. The columns found are 'time', 'a', 'b'.",
    );
    await expect(parse('time,T2,T2\n')).rejects.toThrow(
      "There are two columns named 'T2'. The columns found are 'time', 'T2', 'T2'.",
    );
    await expect(parse('time,value\n')).rejects.toThrow(
      "One column matches no tag: 'value'. Please choose or create a tag for each, or add a column 'tag'.",
    );
  });

  it('is one endless line', async () => {
    async function* endless(): Bytes {
      for (;;) yield Buffer.alloc(65_536, '1');
    }
    const read = async () => {
      for await (const _ of parsePoints(endless, defaults));
    };
    await expect(read()).rejects.toThrow(
      'Line 1 is longer than 1,048,576 characters, as no row is. Please check that each row ends with a line end.',
    );
  });

  it('unpacks to far more than its size', async () => {
    const bomb = gzipSync(Buffer.from(`${' '.repeat(1000)}\n`.repeat(70_000)));
    expect(bomb.length).toBeLessThan(1_000_000);
    await expect(parse(bomb, { singleTag: true }, 4096)).rejects.toThrow(
      'The file unpacks to more than 250 times its size, as no file of points does. Please import it unpacked.',
    );
  });

  it('is damaged, truncated, not text, or not a workbook despite its name', async () => {
    const packed = gzipSync('time,value\n1700000000,1\n'.repeat(100));
    await expect(parse(packed.subarray(0, 40))).rejects.toThrow(
      'The gzipped file is damaged or incomplete. Please pack it again.',
    );
    await expect(parse(Buffer.from([1, 2, 0, 4, 5, 6]))).rejects.toThrow(
      'The file is not a text file. Please choose a csv or xlsx file.',
    );
    await expect(parse('time,value\n', { fileName: 'a.xlsx' })).rejects.toThrow(
      "The file 'a.xlsx' is no Excel workbook. Please save it as .xlsx, or choose a csv file.",
    );
    await expect(parse(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).rejects.toThrow(
      'The file is an Excel workbook of the old kind (.xls), or has a password. Please save it as .xlsx without one.',
    );
  });
});

const minute = 60_000;

test.each(['', '\n'])(
  'a file that takes longer than the limit is rejected, even if its text has no rows: %j',
  async (end) => {
    let now = 0;
    async function* slow(): AsyncGenerator<Uint8Array> {
      for (let piece = 0; ; piece++) {
        now += minute;
        yield Buffer.from(piece === 0 ? 'tag,time,value\n' : `A,${piece}${end === '' ? '' : ',1'}${end}`);
        if (piece > 10) throw new Error('it was read on');
      }
    }
    const time = new ReadingTime(0, () => now);
    const read = async () => {
      for await (const _ of parsePoints(slow, defaults, time));
    };
    await expect(read()).rejects.toMatchObject({
      id: 'invalid-file',
      message: 'Reading the file took longer than 2 minutes. Please split it.',
    });
  },
);
