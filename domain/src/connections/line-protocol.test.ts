import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineOptions, type Precision, parseLines } from './line-protocol.ts';

const now = Date.UTC(2024, 0, 1);
const options: LineOptions = { precision: 'ms', now, maximumSource: 200, maximumPoints: 1000 };
const parse = (text: string, more: Partial<LineOptions> = {}) => parseLines(text, { ...options, ...more });
/** `source=value@time` of each point, with `?` after an uncertain value. */
const read = (text: string, more: Partial<LineOptions> = {}) =>
  parse(text, more).points.map(
    ({ source, time, value, quality }) => `${source} ${value}${quality === 'good' ? '' : '?'} ${time}`,
  );

describe('values', () => {
  test.each([
    ['1', '1'],
    ['-1.5e-3', '-0.0015'],
    ['+2.', '2'],
    ['.5', '0.5'],
    ['1E6', '1000000'],
    ['12i', '12'],
    ['-12i', '-12'],
    ['9007199254740991i', '9007199254740991'],
    ['9007199254740993i', '9007199254740992?'],
    ['-9223372036854775808i', '-9223372036854776000?'],
    ['18446744073709551615u', '18446744073709552000?'],
    ['7u', '7'],
    ['t', '1'],
    ['TRUE', '1'],
    ['False', '0'],
    ['f', '0'],
  ])('reads %s', (written, value) => {
    expect(read(`m f=${written} 5`)).toEqual([`m.f ${value} 5`]);
  });

  test.each([
    '',
    'abc',
    'tRUE',
    'NaN',
    'Inf',
    '-',
    '1e400',
    '1.5i',
    'i',
    '-i',
    '-1u',
    '9223372036854775808i',
    '18446744073709551616u',
    '0x10',
    '1_000',
  ])('refuses %s', (written) => {
    expect(parse(`m f=${written} 5`)).toMatchObject({
      points: [],
      problems: [{ line: 1, message: 'The value of f is not a number, boolean or text in double quotes.' }],
    });
  });

  test('skips text values with any content', () => {
    expect(read('m a="x, y=1 z",b=2,c="say \\"hi\\"",d="" 5\nm e="two\nlines" 6\nm f=3 7')).toEqual([
      'm.b 2 5',
      'm.f 3 7',
    ]);
  });
});

describe('times', () => {
  test.each([
    ['ns', '1556813561098123456', 1_556_813_561_098],
    ['us', '1556813561098123', 1_556_813_561_098],
    ['ms', '1556813561098', 1_556_813_561_098],
    ['s', '1556813561', 1_556_813_561_000],
    ['ns', '999999', 0],
    ['s', '4133980799', 4_133_980_799_000],
  ] as [Precision, string, number][])('in %s: %s', (precision, written, time) => {
    expect(parse(`m f=1 ${written}`, { precision }).points).toMatchObject([{ time }]);
  });

  test('default to now', () => {
    expect(read('m f=1\nm g=2  ')).toEqual([`m.f 1 ${now}`, `m.g 2 ${now}`]);
  });

  test.each([
    ['ms', '-1', 'The time is not from 1970 to 2100 in ms: check the precision.'],
    ['ms', '1556813561098123456', 'The time is not from 1970 to 2100 in ms: check the precision.'],
    ['s', '4133980800', 'The time is not from 1970 to 2100 in s: check the precision.'],
    ['ms', '1.5', 'The time is not a whole number.'],
    ['ns', '1556813561098x', 'The time is not a whole number.'],
    ['ms', '5 6', 'Unexpected text after the time.'],
  ] as [Precision, string, string][])('in %s are refused: %s', (precision, written, message) => {
    expect(parse(`m f=1 ${written}`, { precision }).problems).toEqual([{ line: 1, message }]);
  });
});

describe('sources', () => {
  test.each([
    ['m f=1', 'm.f'],
    ['cpu,host=a,cpu=0 usage=1', 'cpu.usage,cpu=0,host=a'],
    ['cpu,cpu=0,host=a usage=1', 'cpu.usage,cpu=0,host=a'],
    ['my\\ pump,at=hall\\ 3 outlet\\ flow=1', 'my pump.outlet flow,at=hall 3'],
    ['m\\,x,a\\=b=c\\,d f\\,g=1', 'm\\,x.f\\,g,a\\=b=c\\,d'],
    ['a=b f=1', 'a=b.f'],
    ['m,t=a=b f=1', 'm.f,t=a=b'],
    ['mötör,stätte=ü f=1', 'mötör.f,stätte=ü'],
    ['m\\n f=1', 'm\\n.f'],
  ])('%s', (line, source) => {
    expect(parse(line).points).toMatchObject([{ source }]);
  });

  test('are at most 200 characters long', () => {
    expect(parse(`m f${'a'.repeat(197)}=1`).points).toHaveLength(1);
    expect(parse(`m f${'a'.repeat(198)}=1`).problems).toEqual([
      {
        line: 1,
        message: 'The name of a source, measurement.field with its tags, is longer than 200 characters.',
      },
    ]);
  });
});

test.each([
  ['m', 'The line has no field: write measurement field=value.'],
  ['m ', 'The line has no field: write measurement field=value.'],
  [',t=a f=1', 'The line has no measurement.'],
  ['m,t f=1', 'A tag or field has no value: write name=value.'],
  ['m,t= f=1', 'A tag or field has no value: write name=value.'],
  ['m,=a f=1', 'A tag or field has no value: write name=value.'],
  ['m, f=1', 'A tag or field has no value: write name=value.'],
  ['m,t=a,t=b f=1', 'The tag t occurs twice.'],
  ['m f', 'A tag or field has no value: write name=value.'],
  ['m f=1,', 'A tag or field has no value: write name=value.'],
  ['m =1', 'A field has no name.'],
  ['m f="open', 'A text has no closing quote.'],
  ['m f="a"b', 'After the closing quote of a text there is no comma, space or line break.'],
  ['m\0 f=1', 'A name contains the character of code zero.'],
  ['m f\0=1', 'A name contains the character of code zero.'],
])('refuses %j', (line, message) => {
  expect(parse(line)).toMatchObject({ points: [], problems: [{ line: 1, message }], problemCount: 1 });
});

test('reads many lines, with comments, empty lines and both kinds of line breaks', () => {
  expect(read('# a comment\n\n  m f=1,g=2 5\r\n   \r\n m f=3 6 \n#m f=4 7\nm f=5 8\r')).toEqual([
    'm.f 1 5',
    'm.g 2 5',
    'm.f 3 6',
    'm.f 5 8',
  ]);
});

test('reports lines with problems, and omits all their points', () => {
  const text = 'm f=1 5\nm a="two\nlines",f=x 6\nm f=2 7\nm f=3,g 8\nm f=4 9';
  expect(read(text)).toEqual(['m.f 1 5', 'm.f 2 7', 'm.f 4 9']);
  expect(parse(text).problems.map(({ line }) => line)).toEqual([2, 5]);
});

test('returns the first ten problems and the number of all', () => {
  const { problems, problemCount } = parse('m f=x\n'.repeat(25));
  expect(problems.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(problemCount).toBe(25);
});

test('reads no more points than the maximum', () => {
  for (const text of ['m f=1 5\n'.repeat(20), `m ${'f=1,'.repeat(20)}f=1 5`]) {
    const { points, isCut } = parse(text, { maximumPoints: 5 });
    expect(isCut).toBe(true);
    expect(points.length).toBe(6);
  }
  expect(parse('m f=1 5\n'.repeat(5), { maximumPoints: 5 }).isCut).toBe(false);
});

/** A name without white space at its ends, since the ends of a source are trimmed. */
const name = fc
  .array(fc.constantFrom('a', 'B', ',', '=', ' ', '"', '#', 'é', '1'), { minLength: 1, maxLength: 6 })
  .map((parts) => `n${parts.join('')}n`);
const escaped = (text: string, pattern: RegExp) => text.replaceAll(pattern, '\\$&');

test('reads any points written by the rules of the protocol', () => {
  const point = fc.record({
    measurement: name,
    tags: fc.uniqueArray(fc.tuple(name, name), { maxLength: 3, selector: ([tag]) => tag }),
    field: name,
    value: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    time: fc.nat(4_000_000_000),
  });
  fc.assert(
    fc.property(fc.array(point, { maxLength: 8 }), (points) => {
      const text = points
        .map(({ measurement, tags, field, value, time }) => {
          const names = tags.map(([tag, of]) => `,${escaped(tag, /[,= ]/g)}=${escaped(of, /[,= ]/g)}`);
          const series = `${escaped(measurement, /[, ]/g)}${names.join('')}`;
          return `${series} text="a, b\\"",${escaped(field, /[,= ]/g)}=${value} ${time}`;
        })
        .join('\n');
      const expected = points.map(({ measurement, tags, field, value, time }) => {
        const sorted = tags
          .map(([tag, of]) => [escaped(tag, /[,=]/g), escaped(of, /[,=]/g)] as const)
          .sort(([one], [other]) => (one < other ? -1 : 1));
        const names = sorted.map(([tag, of]) => `,${tag}=${of}`).join('');
        const source = `${escaped(measurement, /,/g)}.${escaped(field, /[,=]/g)}${names}`;
        return { source, time, value, quality: 'good' };
      });
      expect(parse(text)).toEqual({ points: expected, problems: [], problemCount: 0, isCut: false });
    }),
  );
});

test('other lines do not affect a line unless they have an open quote', () => {
  const line = fc
    .array(fc.constantFrom('m', 'f', 't', '=', ',', ' ', '1', 'i', '\\', '#', '\r', 'm f=1', ' 5'), {
      maxLength: 10,
    })
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 10 }), (lines) => {
      const alone = lines.map((one) => parse(`${one}\n`));
      const together = parse(lines.map((one) => `${one}\n`).join(''), {});
      expect(together.points).toEqual(alone.flatMap(({ points }) => points));
      expect(together.problemCount).toBe(alone.reduce((sum, { problemCount }) => sum + problemCount, 0));
    }),
  );
});
