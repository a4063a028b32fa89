import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hidesAll, makeCall, readFailure } from '../testing/call.ts';
import { listChanges, listKeys, workToFile } from '../testing/collect.ts';
import type { Misbehaviour, PeerRequest } from '../testing/http-peer.ts';
import { type DateFormat, toSettings } from './config.ts';
import connector from './connector.ts';
import { filterTime, parseLocal } from './local-time.ts';
import { toKind, toPhase } from './mapping.ts';
import { HxgnPeer } from './peer.ts';
import { records } from './records.ts';
import { requests, toWorkOrder } from './requests.ts';
import { testConnection } from './test-steps.ts';

let peer: HxgnPeer;
const start = Date.UTC(2026, 0, 1);
const minute = 60_000;
const configuration = () => ({
  url: peer.origin,
  tenant: peer.tenant,
  organization: 'ORG1',
  user: peer.user,
  password: peer.password,
  extractionOrderTypes: ['BRKD', 'CM'],
  timeZone: 'Europe/Berlin',
});
const call = (over: object = {}) => makeCall({ ...configuration(), ...over });

beforeAll(async () => {
  peer = await new HxgnPeer().start();
});
afterAll(() => peer.stop());
beforeEach(() => {
  peer.behave();
  Object.assign(peer, { repeatsRows: false, expiresCursors: false, question: null, clockOffset: 0 });
  for (const { rows } of Object.values(peer.grids)) rows.length = 0;
  peer.requests.length = 0;
  const common = { organization: 'ORG1', assetstatus: 'I', class: 'PUMP' };
  peer.assets.push(
    { ...common, equipmentno: 'P-101', equipmentdesc: 'Pump', parentasset: 'U-1', dateupdated: start },
    { ...common, equipmentno: 'P-102', outofservice: 'true', location: 'HALL', dateupdated: start + minute },
    { ...common, equipmentno: 'P-103', organization: 'ORG2', dateupdated: start },
  );
});

const order = (number: number, changed: number, over: object = {}) => ({
  workordernum: String(20_000 + number),
  description: `Order ${number}`,
  organization: 'ORG1',
  workordertype: 'BRKD',
  workorderstatus: 'R',
  workorderstatus_display: 'Open',
  equipment: 'P-101',
  dateupdated: changed,
  ...over,
});
const fillOrders = (count: number, together = 1) => {
  for (let at = 0; at < count; at++)
    peer.orders.push(order(at + 1, start + Math.floor(at / together) * minute));
};
const isCreation = ({ path }: PeerRequest) => path.endsWith('/workorders');
const creations = () => peer.requests.filter(isCreation).length;

describe('local times', () => {
  it.each<[string, DateFormat, string]>([
    ['01-JUL-2026 10:30', 'DD-MON-YYYY', '2026-07-01T08:30:00.000Z'],
    ['2026-07-01 10:30:15', 'YYYY-MM-DD', '2026-07-01T08:30:15.000Z'],
    ['01/07/2026 10:30', 'DD/MM/YYYY', '2026-07-01T08:30:00.000Z'],
    ['07/01/2026', 'MM/DD/YYYY', '2026-06-30T22:00:00.000Z'],
  ])('reads %s as %s', (text, format, expected) => {
    expect(new Date(parseLocal(text, format, 'Europe/Berlin')!).toISOString()).toBe(expected);
  });

  it.each(['', 'soon', '10:30', '01-XXX-2026'])('rejects the time "%s"', (text) => {
    expect(parseLocal(text, 'DD-MON-YYYY', 'UTC')).toBeNull();
  });

  it.each<[DateFormat, string]>([
    ['DD-MON-YYYY', '01-JUL-2026 10:30'],
    ['YYYY-MM-DD', '2026-07-01 10:30'],
    ['DD/MM/YYYY', '01/07/2026 10:30'],
    ['MM/DD/YYYY', '07/01/2026 10:30'],
  ])('writes a filter as %s', (format, expected) => {
    expect(filterTime(Date.UTC(2026, 6, 1, 8, 30, 59), format, 'Europe/Berlin')).toBe(expected);
  });

  it('starts an hour earlier in the hour before the clocks are set back', () => {
    // 25 October 2026, 02:30 by summer time; the clock shows 02:30 again an hour later.
    const time = Date.UTC(2026, 9, 25, 0, 30);
    expect(filterTime(time, 'DD-MON-YYYY', 'Europe/Berlin')).toBe('25-OCT-2026 01:30');
    expect(filterTime(time - 3_600_000, 'DD-MON-YYYY', 'Europe/Berlin')).toBe('25-OCT-2026 01:30');
  });
});

it.each([
  ['R', 'open'],
  ['IP', 'open'],
  ['C', 'completed'],
  ['CANC', 'canceled'],
])('maps the state %s to %s', (workorderstatus, phase) => expect(toPhase({ workorderstatus })).toBe(phase));

it.each([
  ['BRKD', 'corrective'],
  ['PM', 'preventive'],
  ['XX', 'other'],
])('maps the work type %s to %s', (type, kind) => expect(toKind(type)).toBe(kind));

describe('a configuration', () => {
  const paths = (over: object) => connector.check!({ ...configuration(), ...over }).map(({ path }) => path);

  it('requires an address, credentials, a known time zone and user-defined fields', () => {
    expect(paths({})).toEqual([]);
    expect(paths({ user: '', apikey: 'key' })).toEqual([]);
    expect(paths({ url: 'eam', user: '', timeZone: 'Nowhere', requestField: 'description' })).toEqual([
      'url',
      'apikey',
      'timeZone',
      'requestField',
    ]);
  });

  it('selects the streams', () => {
    const names = (over: object) => records.streams({ ...configuration(), ...over }).map(({ name }) => name);
    expect(names({})).toEqual(['assets', 'orders']);
    // Works without secrets.
    expect(names({ user: null, password: null })).toEqual(['assets', 'orders']);
    expect(names({ extractionOrderTypes: [], readsAssets: false })).toEqual([]);
  });
});

describe('records', () => {
  it('reads the assets of its organization, or of all', async () => {
    const found = await listChanges(records, call(), 'assets');
    expect(found.map(({ key, type, changedAt }) => [key, type, changedAt])).toEqual([
      ['P-101', 'PUMP', start],
      ['P-102', 'PUMP', start + minute],
    ]);
    expect(found.map(({ fields }) => [fields.name, fields.parentId, fields.state])).toEqual([
      ['Pump', 'U-1', 'in-service'],
      ['P-102', 'HALL', 'out-of-service'],
    ]);
    expect(await listKeys(records, call(), 'assets')).toEqual(['P-101', 'P-102']);
  });

  it('distinguishes equipment of several organizations', async () => {
    const all = call({ organization: '*' });
    peer.assets.push(
      {
        equipmentno: 'P-101',
        organization: 'ORG2',
        assetstatus: 'I',
        parentasset: 'U-1',
        dateupdated: start,
      },
      ...Array.from({ length: 600 }, (_, i) => ({
        equipmentno: `Q-${Math.floor(i / 2)}`,
        organization: `ORG${i % 2}`,
        dateupdated: start,
      })),
    );
    peer.orders.push(
      order(1, start),
      order(2, start, { organization: 'ORG2' }),
      order(3, start, { organization: 'ORG2', equipmentorg: 'ORG1' }),
    );
    const assets = await listChanges(records, all, 'assets');
    expect(new Set(assets.map(({ key }) => key)).size).toBe(604);
    expect(new Set(await listKeys(records, all, 'assets'))).toEqual(new Set(assets.map(({ key }) => key)));
    expect(assets.find(({ key }) => key === 'P-101#ORG2')!.fields).toMatchObject({
      id: 'P-101#ORG2',
      equipmentno: 'P-101',
      parentId: 'U-1#ORG2',
    });
    const orders = await listChanges(records, all, 'orders');
    expect(orders.map(({ key, fields }) => [key, fields.asset])).toEqual([
      ['20001', 'P-101#ORG1'],
      ['20002', 'P-101#ORG2'],
      ['20003', 'P-101#ORG1'],
    ]);
    expect(orders[2]!.fields.equipmentorg).toBe('ORG1');
  });

  it('reads orders of the selected types since a local time', async () => {
    fillOrders(3);
    peer.orders.push(order(4, start + 4 * minute, { workordertype: 'PM' }));
    Object.assign(peer.orders[2]!, {
      workorderstatus: 'C',
      datecompleted: start + 90 * minute,
      actualhours: '1,250.5',
    });
    const found = await listChanges(records, call(), 'orders', start + 1.5 * minute);
    // Filters are rounded to whole minutes.
    expect(found.map(({ key, type }) => [key, type])).toEqual([
      ['20002', 'BRKD'],
      ['20003', 'BRKD'],
    ]);
    expect(found[1]).toMatchObject({
      changedAt: start + 2 * minute,
      fields: {
        equipment: 'P-101',
        phase: 'completed',
        kind: 'corrective',
        actualhours: 1250.5,
        completedAt: '2026-01-01T01:30:00.000Z',
      },
    });
    const sent = JSON.parse(peer.requests[0]!.body) as { MULTIADDON_FILTERS: { MADDON_FILTER: object[] } };
    expect(sent.MULTIADDON_FILTERS.MADDON_FILTER.at(-1)).toMatchObject({
      ALIAS_NAME: 'dateupdated',
      OPERATOR: '>=',
      VALUE: '01-JAN-2026 01:01',
    });
  });

  it('misses no order in the repeated hour when the clocks are set back', async () => {
    const first = Date.UTC(2026, 9, 25, 0, 30);
    // The second time is 40 minutes later, 02:10 in winter time.
    peer.orders.push(order(1, first), order(2, first + 40 * minute));
    const found = await listChanges(records, call(), 'orders', first);
    expect(found.map(({ key }) => key).sort()).toEqual(['20001', '20002']);
  });

  it('signs in with an API key', async () => {
    expect(await listChanges(records, call({ user: '', apikey: peer.apikey }), 'assets')).toHaveLength(2);
    expect(peer.requests[0]!.headers.authorization).toBeUndefined();
  });

  it.each<[string, number, Partial<HxgnPeer>]>([
    ['one minute each', 1, {}],
    ['rows repeated on the next page', 900, { repeatsRows: true }],
    ['more rows of one minute than fit on a page', 1300, {}],
    ['rows of one minute split between pages', 7, {}],
  ])('reads each order, with %s', async (_, together, behaviour) => {
    fillOrders(1600, together);
    Object.assign(peer, behaviour);
    const found = await listChanges(records, call(), 'orders');
    expect(new Set(found.map(({ key }) => key)).size).toBe(1600);
    expect(new Set(await listKeys(records, call(), 'orders')).size).toBe(1600);
  });

  it('misses no order that changes during reading', async () => {
    fillOrders(1200);
    const found = new Set<string>();
    const stream = records.streams(configuration()).find(({ name }) => name === 'orders')!;
    for await (const page of records.changes(call(), stream, null)) {
      for (const { key } of page) found.add(key);
      for (const row of peer.orders)
        if (found.has(String(row.workordernum)) && found.size < 1100) peer.change(row, {});
    }
    expect(found.size).toBe(1200);
  });

  const onSecondPage = ({ body }: PeerRequest) => body.includes('"CURSOR_POSITION":500');
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
      { kind: 'status', status: 200, body: { Result: {} } },
      'protocol: The answer has no rows (Result.ResultData.DATARECORD).',
    ],
    [
      'an error with a success status',
      { kind: 'status', status: 200, body: { ErrorAlert: [{ Message: 'No right.' }] } },
      'protocol: HxGN EAM refused this: No right.',
    ],
  ])('fails for %s on a later page', async (_, fault, expected) => {
    fillOrders(700, 700);
    peer.misbehave(fault, onSecondPage);
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(expected);
  });

  it('reports an expired cursor', async () => {
    fillOrders(700, 700);
    peer.expiresCursors = true;
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(
      'protocol: The server refused this (400): The cursor position is not valid.',
    );
  });

  it('reports a wrong password once, without showing it', async () => {
    const failure = await readFailure(listChanges(records, call({ password: 'guess me not' }), 'orders'));
    expect(failure).toBe(
      'signIn: The server refused the sign-in (401): The user ID or password is not valid.',
    );
    expect(peer.requests).toHaveLength(1);
  });
});

describe('requests', () => {
  const request = workToFile({ priority: '1', asset: { departmentId: 'OPS' } });

  it('creates a work order that can be found by its key', async () => {
    expect(await requests.find(call(), request.key)).toBeNull();
    const filed = await requests.file(call({ descriptionField: 'udfnote01' }), request);
    expect(filed).toMatchObject({
      number: '10001',
      phase: 'open',
      url: `${peer.origin}/web/base/logindisp?tenant=PLANT_PRD&FROMEMAIL=YES&SYSTEM_FUNCTION_NAME=WSJOBS&USER_FUNCTION_NAME=WSJOBS&workordernum=10001`,
    });
    expect(peer.orders[0]).toMatchObject({
      description: 'Bearing of pump is hot',
      workordertype: 'BRKD',
      workorderstatus: 'R',
      priority: '1',
      equipment: 'P-101',
      department: 'OPS',
      udfchar30: request.key,
      udfnote01: request.description,
      // A default value.
      udfchar01: 'default',
    });
    expect(Math.abs(Number(peer.orders[0]!.datereported) - Date.now())).toBeLessThan(86_400_000);
    expect(await requests.find(call(), request.key)).toMatchObject({
      number: '10001',
      status: 'Open',
      phase: 'open',
    });
    const [record] = await listChanges(records, call(), 'orders');
    expect(record).toMatchObject({ key: '10001', type: 'BRKD', requestKey: request.key });
    peer.change(peer.orders[0]!, { workorderstatus: 'C' });
    expect(await requests.states(call(), ['10001', '9'])).toMatchObject([
      { number: '10001', status: 'Completed', phase: 'completed' },
    ]);
  });

  it('sets type and status, and truncates a long description', () => {
    const long = workToFile({ type: 'CM', status: 'IP', shortDescription: 'x'.repeat(100) });
    const equipment = { code: 'P-101', organization: 'ORG1' };
    const sent = toWorkOrder(long, equipment, toSettings(configuration()), {}) as Record<
      string,
      { DESCRIPTION?: string }
    >;
    expect(sent).toMatchObject({ TYPE: { TYPECODE: 'CM' }, STATUS: { STATUSCODE: 'IP' } });
    expect(sent.WORKORDERID!.DESCRIPTION).toHaveLength(80);
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
    peer.misbehave(fault, isCreation);
    expect(await readFailure(requests.file(call(), request))).toMatch(failure);
    expect(creations()).toBe(1);
    expect(peer.orders).toHaveLength(made);
    expect((await requests.find(call(), request.key)) !== null).toBe(made === 1);
  });

  it.each<[string, object, string]>([
    [
      'an unknown asset',
      { asset: { uniqueId: '404' } },
      'refused: The server refused this (400): Equipment 404 does not exist.',
    ],
    ['an unknown type', { type: 'XX' }, 'refused: The server refused this (400): Type XX is not valid.'],
  ])('reports the error of EAM for %s', async (_, change, expected) => {
    expect(await readFailure(requests.file(call(), workToFile(change)))).toBe(expected);
  });

  it('files work in the organization of the asset if all organizations are read', async () => {
    const all = call({ organization: '*' });
    const one = workToFile({ asset: { technicalNumber: 'P-103#ORG2' } });
    await requests.file(all, one);
    const other = workToFile({ asset: { uniqueId: 'P-101#ORG1', technicalNumber: 'Pump 1' } });
    await requests.file(all, other);
    expect(peer.orders).toMatchObject([
      { equipment: 'P-103', equipmentorg: 'ORG2', organization: 'ORG2' },
      { equipment: 'P-101', equipmentorg: 'ORG1', organization: 'ORG1' },
    ]);
    expect(await readFailure(requests.file(all, request))).toBe(
      'refused: The connection is for all organizations, and the asset P-101 does not name its own: its technical number must be CODE#ORGANIZATION.',
    );
    expect(creations()).toBe(2);
  });

  it('reports a question that only a user can answer', async () => {
    peer.question = 'Equipment is under warranty. Continue?';
    expect(await readFailure(requests.file(call(), request))).toBe(
      "refused: The server refused this (400): it asks 'Equipment is under warranty. Continue?', which only a user can answer",
    );
    expect(peer.orders).toHaveLength(0);
  });
});

describe('a test', () => {
  const steps = async (over: object = {}) => {
    const found = [];
    for await (const step of testConnection(call(over))) found.push(step);
    return found;
  };

  it('passes all steps, and reports a wrong clock', async () => {
    fillOrders(1);
    peer.clockOffset = 300_000;
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
      /^HxGN EAM accepted the sign-in\. Its clock is (299|300) s ahead of Twinward\.$/,
    );
    expect(found[4]!.message).toBe('Can be read: assets, work orders.');
    expect(creations()).toBe(0);
  });

  it.each<[string, object, string, RegExp]>([
    ['a wrong password', { password: 'guess me not' }, 'sign-in', /user ID or password/],
    ['another tenant', { tenant: 'OTHER' }, 'sign-in', /Tenant or organization/],
    ['an unknown grid', { assetGridName: 'NOGRID' }, 'read', /NOGRID/],
    ['an unknown column of changes', { changeColumn: 'nothing' }, 'read', /nothing is not in the grid/],
    [
      'a field that the grid does not show',
      { requestField: 'udfchar44' },
      'read',
      /WSJOBS has no column udfchar44/,
    ],
    ['no address', { url: 'eam' }, 'resolve', /^url: Please enter an address/],
  ])('stops at %s', async (_, over, step, message) => {
    fillOrders(1);
    const last = (await steps(over)).at(-1)!;
    expect(last).toMatchObject({ step, state: 'failed', message: expect.stringMatching(message) });
    expect(last.advice).not.toBe('');
    expect(hidesAll(['guess me not', peer.password], JSON.stringify(last))).toBe(true);
  });
});
