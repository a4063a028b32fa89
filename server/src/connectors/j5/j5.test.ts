import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hidesAll, makeCall, readFailure } from '../testing/call.ts';
import { listChanges, listKeys } from '../testing/collect.ts';
import type { Misbehaviour } from '../testing/http-peer.ts';
import { toSettings } from './config.ts';
import connector from './connector.ts';
import { timeAt, toRecord, valueAt } from './mapping.ts';
import { J5Peer } from './peer.ts';
import { records } from './records.ts';
import { testConnection } from './test-steps.ts';

let peer: J5Peer;
const start = Date.UTC(2026, 0, 1);
const configuration = () => ({ url: peer.origin, user: peer.user, password: peer.password });
const call = (over: object = {}) => makeCall({ ...configuration(), ...over });

beforeAll(async () => {
  peer = await new J5Peer().start();
});
afterAll(() => peer.stop());
beforeEach(() => {
  peer.behave();
  Object.assign(peer, {
    ...{ pageSize: 50, ignoresPages: false, ignoresTime: false, linksPages: false, repeatsEntries: false },
    clockOffset: 0,
  });
  peer.entries.length = 0;
  peer.requests.length = 0;
});

/** Entries in an order that differs from their changes. */
const fill = (count: number) => {
  for (let at = 0; at < count; at++)
    peer.entries.push({
      id: at + 1,
      type: 'Defect',
      title: `Entry ${at + 1}`,
      modified: start + ((at * 7) % count) * 1000,
    });
};

describe('values', () => {
  it('finds a nested value by a path with dots, not an inherited one', () => {
    const entry = { asset: { tag: 'P-101' }, 'a.b': 1, list: [{ x: 2 }] };
    expect(
      ['asset.tag', 'a.b', 'list.0.x', 'asset.none.x', 'constructor'].map((path) => valueAt(entry, path)),
    ).toEqual(['P-101', 1, 2, undefined, undefined]);
  });

  it.each([
    ['2026-07-01T10:30:00+02:00', Date.UTC(2026, 6, 1, 8, 30)],
    ['2026-07-01T10:30:00Z', Date.UTC(2026, 6, 1, 10, 30)],
    [1_767_225_600_000, 1_767_225_600_000],
    ['2026-07-01T10:30:00', null],
    ['soon', null],
    [null, null],
  ])('reads the time %s', (time, expected) => expect(timeAt({ time }, 'time')).toBe(expected));

  it.each([
    ['Closed', 'completed'],
    ['completed', 'completed'],
    ['Canceled', 'canceled'],
    ['Open', 'open'],
    [undefined, 'open'],
  ])('maps the status %s to %s', (status, phase) => {
    const settings = toSettings({ url: 'https://j5.example' });
    expect(toRecord({ id: 1, modified: start, status }, settings)!.fields.phase).toBe(phase);
  });

  it('maps the configured fields', () => {
    const named = { keyField: 'no', changedField: 'at', assetSearchField: 'where.tag', statusField: 's' };
    const settings = toSettings({
      ...{ url: 'https://j5.example', ...named },
      ...{ completedValues: ['Erledigt'], furtherFields: ['shift.name'] },
    });
    const entry = { no: 'L-7', at: start, where: { tag: 'P-101' }, s: 'erledigt', shift: { name: 'Night' } };
    expect(toRecord(entry, settings)).toMatchObject({
      key: 'L-7',
      fields: {
        asset: 'P-101',
        phase: 'completed',
        completed: '2026-01-01T00:00:00.000Z',
        'further.shift.name': 'Night',
      },
    });
  });
});

it('requires an address and a path', () => {
  const paths = (over: object) => connector.check!({ ...configuration(), ...over }).map(({ path }) => path);
  expect(paths({})).toEqual([]);
  expect(paths({ url: 'j5', entriesPath: '//other.example/entries' })).toEqual(['url', 'entriesPath']);
});

describe('records', () => {
  it.each<[string, Partial<J5Peer>, object]>([
    ['numbered pages', {}, {}],
    ['links to pages', { linksPages: true }, { nextField: 'links.next' }],
    ['no pages', { ignoresPages: true }, {}],
    ['no filter by time', { ignoresTime: true }, {}],
    ['repeated entries', { repeatsEntries: true }, {}],
  ])('reads each entry once in order of change, from a server with %s', async (_, behaviour, over) => {
    fill(130);
    Object.assign(peer, behaviour);
    const found = await listChanges(records, call(over), 'entries', start + 30_000);
    expect(found).toHaveLength(100);
    const times = found.map(({ changedAt }) => changedAt);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(await listKeys(records, call(over), 'entries')).size).toBe(130);
  });

  it('skips entries without a key or time, and logs their number', async () => {
    fill(2);
    peer.entries.push({ id: '', modified: start });
    const reading = call();
    expect(await listChanges(records, reading, 'entries')).toHaveLength(2);
    expect(reading.logged).toEqual(['warn: 1 entries without a key or time of change were ignored.']);
  });

  it.each<[string, Misbehaviour, string]>([
    ['429', { kind: 'status', status: 429 }, 'busy: The server is busy (429).'],
    [
      '500',
      { kind: 'status', status: 500, body: { error: { message: 'dump' } } },
      'busy: The server failed (500): dump',
    ],
    [
      'a truncated answer',
      { kind: 'truncated' },
      'unreachable: The server ended the connection before the answer was complete.',
    ],
    [
      'half an answer',
      { kind: 'halved' },
      'protocol: The answer of the server is not JSON (application/json).',
    ],
    ['a sign-in page', { kind: 'html' }, 'protocol: The answer of the server is not JSON (text/html).'],
    [
      'a cut connection',
      { kind: 'cut' },
      'unreachable: The server ended the connection before the answer was complete.',
    ],
    [
      'another JSON',
      { kind: 'status', status: 200, body: {} },
      'protocol: The answer has no list of entries (items).',
    ],
  ])('returns nothing if the list fails for %s', async (_, fault, expected) => {
    fill(130);
    peer.misbehave(fault, ({ query }) => query.get('page') === '2');
    expect(await readFailure(listChanges(records, call(), 'entries'))).toBe(expected);
  });

  it('requests the next page only from its own server', async () => {
    fill(130);
    const body = { items: [], links: { next: 'http://elsewhere.example/api/entries' } };
    peer.misbehave({
      kind: 'status',
      status: 200,
      body: { ...body, items: [{ id: 1, modified: '2026-01-01T00:00:00Z' }] },
    });
    const reading = call({ nextField: 'links.next' });
    await listChanges(records, reading, 'entries');
    expect(new Set(reading.resolved)).toEqual(new Set(['127.0.0.1']));
  });
});

describe('a test', () => {
  const last = async (over: object = {}) => {
    const found = [];
    for await (const step of testConnection(call(over))) found.push(step);
    return found.at(-1)!;
  };

  it('passes, and reports unreadable fields', async () => {
    fill(60);
    const found = [];
    for await (const step of testConnection(call())) found.push(step);
    expect(found.slice(3).map(({ step, state, message }) => `${step} ${state}: ${message}`)).toEqual([
      'sign-in passed: j5 accepted the sign-in.',
      'read passed: 50 entries on the first page. Of the first, asset and status could not be read.',
      'write skipped: Twinward writes nothing to j5.',
    ]);
  });

  it.each<[string, object, string, RegExp]>([
    ['a wrong password', { password: 'guess me not' }, 'sign-in', /refused the sign-in/],
    ['a wrong path', { entriesPath: '/other' }, 'sign-in', /nothing at \/other/],
    ['a wrong list', { listField: 'rows' }, 'sign-in', /no list of entries \(rows\)/],
    ['a wrong key', { keyField: 'number' }, 'read', /no key \(number\)/],
  ])('stops at %s', async (_, over, step, message) => {
    fill(5);
    const ended = await last(over);
    expect(ended).toMatchObject({ step, state: 'failed', message: expect.stringMatching(message) });
    expect(hidesAll(['guess me not', peer.password], JSON.stringify(ended))).toBe(true);
  });
});
