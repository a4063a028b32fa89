import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hidesAll, makeCall, readFailure } from '../testing/call.ts';
import { listChanges, listKeys, workToFile } from '../testing/collect.ts';
import type { Misbehaviour, PeerRequest } from '../testing/http-peer.ts';
import { quote } from './client.ts';
import { toSettings } from './config.ts';
import connector from './connector.ts';
import { findRequestKey, markedDescription, parseTime, toKind, toPhase } from './mapping.ts';
import { MaximoPeer } from './peer.ts';
import { records } from './records.ts';
import { requests, toBody } from './requests.ts';
import { testConnection } from './test-steps.ts';

let peer: MaximoPeer;
const start = Date.UTC(2026, 0, 1);
const configuration = () => ({
  url: `${peer.origin}/maximo`,
  user: peer.user,
  password: peer.password,
  extractionOrderTypes: ['CM', 'EM'],
  extractionServiceRequestTypes: ['SR'],
});
const call = (over: object = {}) => makeCall({ ...configuration(), ...over });

beforeAll(async () => {
  peer = await new MaximoPeer().start();
});
afterAll(() => peer.stop());
beforeEach(() => {
  peer.behave();
  Object.assign(peer, { repeatsRows: false, expiresPages: false, clockOffset: 0, offsetMinutes: -180 });
  for (const { rows } of Object.values(peer.structures)) rows.length = 0;
  peer.requests.length = 0;
  peer.assets.push(
    {
      assetuid: 1,
      assetnum: '11430',
      siteid: 'BEDFORD',
      description: 'Pump',
      status: 'OPERATING',
      changedate: start,
    },
    {
      ...{ assetuid: 2, assetnum: '11431', siteid: 'BEDFORD', parent: '11430', status: 'DECOMMISSIONED' },
      changedate: start + 1000,
    },
  );
});

const order = (number: number, changed: number, over: object = {}) => ({
  workorderid: number,
  wonum: String(1000 + number),
  siteid: 'BEDFORD',
  worktype: 'CM',
  status: 'WAPPR',
  assetnum: '11430',
  description: `Order ${number}`,
  istask: 0,
  changedate: changed,
  ...over,
});
const fillOrders = (count: number, together = 1) => {
  for (let at = 0; at < count; at++)
    peer.orders.push(order(at + 1, start + Math.floor(at / together) * 1000));
};
const isPost = ({ method }: PeerRequest) => method === 'POST';
const posts = () => peer.requests.filter(isPost).length;

describe('values', () => {
  it.each([
    ['2026-07-01T10:30:00-03:00', Date.UTC(2026, 6, 1, 13, 30)],
    ['2026-07-01T10:30:00+02:00', Date.UTC(2026, 6, 1, 8, 30)],
    ['2026-07-01T10:30:00', Date.UTC(2026, 6, 1, 10, 30)],
    ['', null],
    ['soon', null],
    [undefined, null],
  ])('reads the time %s', (value, expected) => expect(parseTime(value)).toBe(expected));

  it.each([
    [{ status: 'WAPPR' }, 'open'],
    [{ status: 'COMP' }, 'completed'],
    [{ status: 'CLOSE' }, 'completed'],
    [{ status: 'RESOLVED' }, 'completed'],
    [{ status: 'CAN' }, 'canceled'],
    [{ status: 'FERTIG', status_maxvalue: 'COMP' }, 'completed'],
    [{}, 'open'],
  ])('maps %s to %s', (row, phase) => expect(toPhase(row)).toBe(phase));

  it.each([
    ['CM', 'corrective'],
    ['PM', 'preventive'],
    ['XX', 'other'],
  ])('maps the work type %s to %s', (type, kind) => expect(toKind(type)).toBe(kind));

  it('escapes quotes and backslashes', () => {
    expect(quote('a" or status="b\\')).toBe('"a\\" or status=\\"b\\\\"');
  });

  it('appends the key to a description of at most 100 characters', () => {
    const { key } = workToFile({});
    const description = markedDescription('x'.repeat(200), key);
    expect(description).toHaveLength(100);
    expect(findRequestKey({ description }, toSettings(configuration()))).toBe(key);
    expect(findRequestKey({ description: 'Pump is hot' }, toSettings(configuration()))).toBeNull();
  });
});

describe('a configuration', () => {
  const paths = (over: object) => connector.check!({ ...configuration(), ...over }).map(({ path }) => path);

  it('requires an address and credentials', () => {
    expect(paths({})).toEqual([]);
    expect(paths({ user: '', apikey: 'key' })).toEqual([]);
    expect(paths({ url: 'maximo', user: '', requestField: 'a b' })).toEqual([
      'url',
      'apikey',
      'requestField',
    ]);
  });

  it.each([
    ['https://m.example', 'https://m.example/maximo/api'],
    ['https://m.example/maximo/', 'https://m.example/maximo/api'],
    ['https://m.example/maximo/oslc', 'https://m.example/maximo/oslc'],
  ])('finds the API of %s', (url, base) => expect(toSettings({ ...configuration(), url }).base).toBe(base));

  it('selects the streams', () => {
    const names = (over: object) => records.streams({ ...configuration(), ...over }).map(({ name }) => name);
    expect(names({})).toEqual(['assets', 'orders', 'service-requests']);
    // Works without secrets.
    expect(names({ user: null, password: null })).toEqual(['assets', 'orders', 'service-requests']);
    expect(
      names({ extractionOrderTypes: [], extractionServiceRequestTypes: null, readsAssets: false }),
    ).toEqual([]);
  });
});

describe('records', () => {
  it('reads assets with their sites', async () => {
    const found = await listChanges(records, call(), 'assets');
    expect(found.map(({ key, changedAt }) => [key, changedAt])).toEqual([
      ['BEDFORD/11430', start],
      ['BEDFORD/11431', start + 1000],
    ]);
    expect(found[1]!.fields).toMatchObject({
      id: 'BEDFORD/11431',
      name: '11431',
      parentId: 'BEDFORD/11430',
      state: 'out-of-service',
    });
  });

  it('reads orders of the selected types and site since a time, without tasks', async () => {
    fillOrders(3);
    peer.orders.push(
      order(4, start + 4000, { worktype: 'PM' }),
      order(5, start + 5000, { siteid: 'OTHER' }),
      order(6, start + 6000, { istask: 1 }),
    );
    Object.assign(peer.orders[2]!, { status: 'COMP', actfinish: start + 60_000, actlabhrs: 2.5 });
    const found = await listChanges(records, call({ site: 'BEDFORD' }), 'orders', start + 1500);
    expect(found.map(({ key, type }) => [key, type])).toEqual([
      ['BEDFORD/1002', 'CM'],
      ['BEDFORD/1003', 'CM'],
    ]);
    expect(found[1]!.fields).toMatchObject({
      asset: 'BEDFORD/11430',
      phase: 'completed',
      kind: 'corrective',
      actlabhrs: 2.5,
      completedAt: '2026-01-01T00:01:00.000Z',
    });
    expect(await listKeys(records, call({ site: 'BEDFORD' }), 'orders')).toHaveLength(3);
  });

  it('signs in with an API key', async () => {
    expect(
      await listChanges(records, call({ user: '', password: '', apikey: peer.apikey }), 'assets'),
    ).toHaveLength(2);
    expect(peer.requests[0]!.headers.maxauth).toBeUndefined();
  });

  it('reuses the session', async () => {
    fillOrders(300);
    await listChanges(records, call(), 'orders');
    expect(peer.requests.at(-1)!.headers.cookie).toMatch(/^JSESSIONID=/);
  });

  it('skips work before the start date', async () => {
    peer.orders.push(order(1, Date.UTC(2025, 5, 1)), order(2, start));
    const found = await listChanges(records, call({ extractionStartDate: '2026-01-01' }), 'orders');
    expect(found.map(({ key }) => key)).toEqual(['BEDFORD/1002']);
  });

  it.each<[string, number, Partial<MaximoPeer>]>([
    ['one time each', 1, {}],
    ['rows repeated on the next page', 450, { repeatsRows: true }],
    ['more rows of one second than fit on a page', 650, {}],
    ['rows of one second split between pages', 7, {}],
  ])('reads each order, with %s', async (_, together, behaviour) => {
    fillOrders(900, together);
    Object.assign(peer, behaviour);
    const found = await listChanges(records, call(), 'orders');
    expect(new Set(found.map(({ key }) => key)).size).toBe(900);
    expect(new Set(await listKeys(records, call(), 'orders')).size).toBe(900);
  });

  it('misses no order that changes during reading', async () => {
    fillOrders(700);
    const found = new Set<string>();
    const stream = records.streams(configuration()).find(({ name }) => name === 'orders')!;
    for await (const page of records.changes(call(), stream, null)) {
      for (const { key } of page) found.add(key);
      for (const row of peer.orders)
        if (found.has(`BEDFORD/${row.wonum}`) && found.size < 600) peer.change(row, {});
    }
    expect(found.size).toBe(700);
  });

  it.each<[string, Misbehaviour, string]>([
    [
      '429',
      { kind: 'status', status: 429, headers: { 'retry-after': '3' } },
      'busy: The server is busy (429).',
    ],
    ['500', { kind: 'status', status: 500 }, 'busy: The server failed (500).'],
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
      { kind: 'status', status: 200, body: { 'rdfs:member': [] } },
      'protocol: The answer has no list of records (member).',
    ],
  ])('fails for %s on a later page', async (_, fault, expected) => {
    fillOrders(500, 500);
    peer.misbehave(fault, ({ query }) => query.get('pageno') === '2');
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(expected);
  });

  it('reports a missing page', async () => {
    fillOrders(500, 500);
    peer.expiresPages = true;
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(
      'protocol: The server refused this (400): BMXAA9549E - The page is no longer available.',
    );
  });

  it('reports a wrong password once, without showing it', async () => {
    const failure = await readFailure(listChanges(records, call({ password: 'guess me not' }), 'orders'));
    expect(failure).toBe(
      'signIn: The server refused the sign-in (401): BMXAA0021E - User name and password combination are not valid.',
    );
    expect(peer.requests).toHaveLength(1);
  });
});

describe('requests', () => {
  const request = workToFile({ asset: { uniqueId: 'BEDFORD/11430' }, priority: '2' });

  it('creates a service request that can be found by its key', async () => {
    expect(await requests.find(call(), request.key)).toBeNull();
    const filed = await requests.file(call(), request);
    expect(filed).toEqual({
      number: '1001',
      status: 'NEW',
      phase: 'open',
      url: `${peer.origin}/maximo/ui/maximo.jsp?event=loadapp&value=sr&additionalevent=useqbe&additionaleventvalue=ticketid%3D1001`,
    });
    expect(peer.serviceRequests[0]).toMatchObject({
      description: `Bearing of pump is hot [${request.key.replaceAll('-', '')}]`,
      description_longdescription: request.description,
      siteid: 'BEDFORD',
      assetnum: '11430',
      reportedpriority: 2,
    });
    expect(await requests.find(call(), request.key)).toEqual(filed);
    const [record] = await listChanges(records, call(), 'service-requests');
    expect(record).toMatchObject({ key: '1001', type: 'SR', requestKey: request.key });
    peer.change(peer.serviceRequests[0]!, { status: 'CLOSED' });
    expect(await requests.states(call(), ['1001', '9'])).toMatchObject([
      { number: '1001', phase: 'completed' },
    ]);
  });

  it('stores the key in a configured attribute', async () => {
    const over = { requestField: 'externalrecid' };
    const filed = await requests.file(call(over), request);
    expect(peer.serviceRequests[0]!.description).toBe('Bearing of pump is hot');
    expect(await requests.find(call(over), request.key)).toEqual(filed);
    expect((await listChanges(records, call(over), 'service-requests'))[0]!.requestKey).toBe(request.key);
  });

  it.each<[string, Misbehaviour, RegExp, number]>([
    ['500 before the effect', { kind: 'status', status: 500 }, /^busy/, 0],
    ['500 after the effect', { kind: 'status', status: 500, isAfterEffect: true }, /^busy/, 1],
    ['a cut before the effect', { kind: 'cut' }, /^unreachable/, 0],
    ['a cut after the effect', { kind: 'cut', isAfterEffect: true }, /^unreachable/, 1],
    ['a truncated answer', { kind: 'truncated' }, /^unreachable/, 1],
    ['half an answer', { kind: 'halved' }, /^protocol/, 1],
    [
      'JSON that is not an object',
      { kind: 'status', status: 200, body: 'null', isAfterEffect: true },
      /^protocol: The server answered with JSON that is no object/,
      1,
    ],
  ])('sends once after %s, without a search', async (_, fault, failure, made) => {
    peer.misbehave(fault, isPost);
    expect(await readFailure(requests.file(call(), request))).toMatch(failure);
    expect(posts()).toBe(1);
    expect(peer.serviceRequests).toHaveLength(made);
    expect((await requests.find(call(), request.key)) !== null).toBe(made === 1);
  });

  it.each<[string, object, string]>([
    [
      'an unknown asset',
      { asset: { uniqueId: 'BEDFORD/404' } },
      'refused: The server refused this (400): BMXAA4191E - The value 404 is not valid for Asset.',
    ],
    [
      'no site',
      { asset: { uniqueId: '404' } },
      'refused: The request needs a site: set the site of the connection or the maintenance plant of the asset.',
    ],
    [
      'a priority that is not a number',
      { asset: { uniqueId: 'BEDFORD/11430' }, priority: 'high' },
      "refused: 'high' is not a priority of Maximo: it must be a number.",
    ],
  ])('reports the error for %s', async (_, change, expected) => {
    expect(await readFailure(requests.file(call(), workToFile(change)))).toBe(expected);
  });

  it('prefers the site of the connection, then the maintenance plant', () => {
    const asset = { uniqueId: 'A/1', maintenancePlant: 'B' };
    const toSite = (over: object) =>
      toBody(workToFile({ asset }), toSettings({ ...configuration(), ...over })).siteid;
    expect([toSite({ site: 'C' }), toSite({})]).toEqual(['C', 'B']);
  });
});

describe('a test', () => {
  const steps = async (over: object = {}) => {
    const found = [];
    for await (const step of testConnection(call(over))) found.push(step);
    return found;
  };

  it('passes all steps, and reports a wrong clock', async () => {
    peer.clockOffset = -300_000;
    const found = await steps();
    expect(found.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'resolve passed',
      'reach passed',
      'encrypt skipped',
      'sign-in passed',
      'read passed',
      'write skipped',
    ]);
    expect(found[3]!.message).toMatch(
      /^Maximo accepted the sign-in\. Its clock is 30[01] s behind Twinward\.$/,
    );
    expect(found[4]!.message).toBe('Can be read: assets, work orders, service requests.');
    expect(posts()).toBe(0);
  });

  it.each<[string, object, string, RegExp]>([
    ['a wrong password', { password: 'guess me not' }, 'sign-in', /BMXAA0021E/],
    ['a wrong API key', { apikey: 'guess me not' }, 'sign-in', /BMXAA0021E/],
    [
      'an unknown attribute',
      { serviceRequestTypeField: 'nothing' },
      'read',
      /attribute nothing of SR is not found/,
    ],
    ['no address', { url: 'maximo' }, 'resolve', /^url: Please enter an address/],
  ])('stops at %s', async (_, over, step, message) => {
    const last = (await steps(over)).at(-1)!;
    expect(last).toMatchObject({ step, state: 'failed', message: expect.stringMatching(message) });
    expect(last.advice).not.toBe('');
    expect(hidesAll(['guess me not', peer.password], JSON.stringify(last))).toBe(true);
  });
});
