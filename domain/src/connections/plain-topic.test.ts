import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonPath, readJsonPath } from './json-path.ts';
import { type PlainTopic, parsePlainTopic, readPlainMessage } from './plain-topic.ts';
import { filtersOverlap, matchesFilter, problemOfFilter } from './topic-filter.ts';

const arrival = 1_700_000_000_000;

function read(line: string, topic: string, payload: string) {
  const rule = parsePlainTopic(line);
  if (typeof rule === 'string') throw new Error(rule);
  return readPlainMessage(rule, topic, payload, arrival);
}

describe('filters', () => {
  it.each([
    ['a/b', 'a/b', true],
    ['a/b', 'a/c', false],
    ['a/+', 'a/b', true],
    ['a/+', 'a', false],
    ['a/+', 'a/b/c', false],
    ['a/#', 'a', true],
    ['a/#', 'a/b/c', true],
    ['#', 'a', true],
    ['#', '$SYS/broker', false],
    ['+/broker', '$SYS/broker', false],
    ['$SYS/#', '$SYS/broker', true],
    ['+', '', true],
  ])('match %s with %s: %s', (filter, topic, expected) => {
    expect(matchesFilter(filter, topic)).toBe(expected);
  });

  it.each([
    ['', 'Please enter a topic filter.'],
    ['a/#/b', `'#' may only be the whole last level of a filter.`],
    ['a#', `'#' may only be the whole last level of a filter.`],
    ['a/b+', `'+' may only be a whole level of a filter.`],
    ['$share/group/a', 'Shared subscriptions are not supported.'],
    ['a/+/b/#', null],
  ])('are validated: %s', (filter, problem) => {
    expect(problemOfFilter(filter)).toBe(problem);
  });

  it('overlap if a topic matches both', () => {
    const level = fc.constantFrom('a', 'b', '+');
    const filter = fc
      .tuple(fc.array(level, { minLength: 1, maxLength: 3 }), fc.boolean())
      .map(([levels, isOpen]) => [...levels, ...(isOpen ? ['#'] : [])].join('/'));
    // All topics of two names and up to four levels.
    let topics = ['a', 'b', 'c'];
    for (let depth = 1; depth < 4; depth++) {
      topics = [...topics, ...topics.flatMap((topic) => ['a', 'b', 'c'].map((name) => `${topic}/${name}`))];
    }
    fc.assert(
      fc.property(filter, filter, (left, right) => {
        const isShared = topics.some((topic) => matchesFilter(left, topic) && matchesFilter(right, topic));
        expect(filtersOverlap(left, right)).toBe(isShared);
      }),
    );
  });
});

describe('paths', () => {
  it.each([
    ['value', ['value']],
    ['data.values[0].v', ['data', 'values', 0, 'v']],
    ['$.data.v', ['data', 'v']],
    ['$[1]', [1]],
    ['$', []],
    ['["inlet pressure"].v', ['inlet pressure', 'v']],
    ['a["x\\"y"]', ['a', 'x"y']],
    ['', null],
    ['a..b', null],
    ['a[b]', null],
    ['a.', null],
  ])('reads %s', (text, path) => {
    expect(parseJsonPath(text)).toEqual(path);
  });

  it('return undefined for a value that is not an object, and for inherited members', () => {
    expect(readJsonPath({ a: 1 }, ['a', 'b'])).toBeUndefined();
    expect(readJsonPath({}, ['constructor'])).toBeUndefined();
    expect(readJsonPath([4, 5], [1])).toBe(5);
  });
});

describe('lines', () => {
  it.each([
    ['a/b | time=ts', 'Please enter the path of the value, such as value=data.flow.'],
    ['a/b |', 'Please enter the path of the value, such as value=data.flow.'],
    ['a/b | value=v; wert=x', `Please write value=, time=, quality= or status= instead of 'wert=x'.`],
    ['a/b | value=v..w', `'v..w' is not a path such as data.values[0] or ["inlet pressure"].`],
    ['a/b | value=v; value=v', 'The path v is given twice.'],
    ['a/b | value=v; time=a; time=b', 'Please enter only one path for the time.'],
    ['a/b | value=v; status=a; quality=b', 'Please enter only one path for the quality.'],
    ['a/#/b', `'#' may only be the whole last level of a filter.`],
  ])('refuses %s', (line, problem) => {
    expect(parsePlainTopic(line)).toBe(problem);
  });

  it('keep separators in quotes', () => {
    expect((parsePlainTopic('a | value=["x;y=z"]') as PlainTopic).values[0]!.path).toEqual(['x;y=z']);
  });
});

describe('messages', () => {
  it.each([
    ['21.5', 21.5, 'good'],
    [' -3e2\n', -300, 'good'],
    ['true', 1, 'good'],
    ['FALSE', 0, 'good'],
    ['NaN', null, 'bad'],
    ['null', null, 'bad'],
  ])('with the number %s', (payload, value, quality) => {
    expect(read('t/+', 't/1', payload)).toEqual({
      points: [{ source: 't/1', time: arrival, value, quality }],
      problem: null,
    });
  });

  it.each(['', 'on', '12 bar', '{"v":1}'])('without a number: %j', (payload) => {
    expect(read('t/+', 't/1', payload)).toEqual({ points: [], problem: 't/1: the message is not a number.' });
  });

  it.each([
    [1_600_000_000, 1_600_000_000_000],
    [1_600_000_000.25, 1_600_000_000_250],
    [1_600_000_000_123, 1_600_000_000_123],
    [1_600_000_000_123_456, 1_600_000_000_123],
    [1_600_000_000_123_456_000, 1_600_000_000_123],
    ['1600000000', 1_600_000_000_000],
    ['2020-09-13T12:26:40.123Z', 1_600_000_000_123],
    ['2020-09-13 14:26:40+02:00', 1_600_000_000_000],
  ])('with the time %s', (ts, time) => {
    const { points } = read('t | value=v; time=ts', 't', JSON.stringify({ v: 1, ts }));
    expect(points).toEqual([{ source: 't', time, value: 1, quality: 'good' }]);
  });

  it.each([undefined, null, 'yesterday', '2020-09-13T12:26:40', -5])('without a usable time: %s', (ts) => {
    const { points, problem } = read('t | value=v; time=ts', 't', JSON.stringify({ v: 1, ts }));
    expect(points).toEqual([]);
    expect(problem).toBe('t: the time is missing, or neither a number nor a text with a time zone.');
  });

  it.each([
    ['quality', 192, 'good'],
    ['quality', 64, 'uncertain'],
    ['quality', 0, 'bad'],
    ['quality', 'Uncertain', 'uncertain'],
    ['quality', true, 'good'],
    ['quality', false, 'bad'],
    ['status', 0, 'good'],
    ['status', 0x80000000, 'bad'],
    ['status', 0x40000000, 'uncertain'],
  ])('with %s %s', (key, code, quality) => {
    const { points } = read(`t | value=v; ${key}=q`, 't', JSON.stringify({ v: 1, q: code }));
    expect(points.map((point) => point.quality)).toEqual([quality]);
  });

  it('with long texts are rejected before they are parsed', () => {
    const digits = `${'1'.repeat(500_000)}x`;
    expect(read('t', 't', digits).problem).toBe('t: the message is not a number.');
    expect(read('t | value=v; time=t', 't', JSON.stringify({ v: 1, t: digits })).points).toEqual([]);
  });

  it('with several values return the existing ones, each as a separate source', () => {
    const { points, problem } = read(
      'm/+ | value=a.x; value=a.y; value=z; time=t',
      'm/7',
      '{"a":{"x":1,"y":"high"},"t":1600000000}',
    );
    expect(points).toEqual([{ source: 'm/7#a.x', time: 1_600_000_000_000, value: 1, quality: 'good' }]);
    expect(problem).toBe('m/7: no number at a.y.');
  });

  it('with one value return an error if it is missing', () => {
    expect(read('t | value=v', 't', '{}').problem).toBe('t: no number at v.');
    expect(read('t | value=v', 't', 'v').problem).toBe('t: the message is not JSON.');
  });
});
