import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { hidesAll, makeCall, readFailure } from '../testing/call.ts';
import { listChanges, listKeys, workToFile } from '../testing/collect.ts';
import type { Misbehaviour, PeerAnswer, PeerRequest } from '../testing/http-peer.ts';
import connector from './connector.ts';
import {
  notificationPhase,
  orderPhase,
  padded,
  parseDate,
  timeOfDay,
  toKind,
  toMoment,
  toReference,
  unpadded,
} from './mapping.ts';
import { SapPeer } from './peer.ts';
import { records } from './records.ts';
import { requests, toBody } from './requests.ts';
import { testConnection } from './test-steps.ts';

let peer: SapPeer;
const start = Date.UTC(2026, 0, 1);
const configuration = () => ({
  url: peer.origin,
  user: peer.user,
  password: peer.password,
  notificationType: 'M2',
  extractionNotificationTypes: ['M1', 'M2'],
  extractionOrderTypes: ['PM01'],
});
const call = (over: object = {}) => makeCall({ ...configuration(), ...over });

beforeAll(async () => {
  peer = await new SapPeer().start();
});
afterAll(() => peer.stop());
beforeEach(() => {
  peer.behave();
  Object.assign(peer, { pageSize: 1000, repeatsRows: false, expiresPages: false, clockOffset: 0 });
  for (const { rows } of Object.values(peer.sets)) rows.length = 0;
  peer.requests.length = 0;
  peer.equipment.push(
    {
      Equipment: '000000000000010045',
      ValidityStartDate: Date.UTC(2020, 0, 1),
      ValidityEndDate: Date.UTC(2024, 0, 1),
      EquipmentName: 'Pump before',
      LastChangeDateTime: start,
    },
    {
      Equipment: '000000000000010045',
      ValidityStartDate: Date.UTC(2024, 0, 2),
      ValidityEndDate: Date.UTC(9999, 11, 31),
      EquipmentName: 'Pump',
      FunctionalLocation: '1010-CWS',
      MaintenancePlant: '1010',
      LastChangeDateTime: start + 1000,
    },
  );
  peer.locations.push({
    FunctionalLocation: '1010-CWS',
    FunctionalLocationLabelName: '1010-CWS',
    FunctionalLocationName: 'Cooling water',
    FuncnlLocIsDeactivated: true,
    LastChangeDateTime: start,
  });
});

const order = (number: number, changed: number, over: object = {}) => ({
  MaintenanceOrder: String(number).padStart(12, '0'),
  MaintenanceOrderType: 'PM01',
  MaintenanceOrderDesc: `Order ${number}`,
  SystemStatusText: 'REL  PRC',
  Equipment: '000000000000010045',
  LastChangeDateTime: changed,
  ...over,
});
/** Orders of which many have the same time. */
const fillOrders = (count: number, step = 1000, together = 1) => {
  for (let at = 0; at < count; at++)
    peer.orders.push(order(at + 1, start + Math.floor(at / together) * step));
};
const isPost = ({ method }: PeerRequest) => method === 'POST';
const posts = () => peer.requests.filter(isPost).length;

describe('values', () => {
  it.each([
    ['/Date(1542801052000+0000)/', 1542801052000],
    ['/Date(1542758400000)/', 1542758400000],
    ['/Date(-62135596800000)/', -62135596800000],
    ['', null],
    [null, null],
  ])('reads the date %s', (value, expected) => expect(parseDate(value)).toBe(expected));

  it.each([
    ['PT11H50M49S', ((11 * 60 + 50) * 60 + 49) * 1000],
    ['PT00H00M00S', 0],
    ['PT2H', 7_200_000],
    ['PT', null],
    ['', null],
  ])('reads the time of day %s', (value, expected) => expect(timeOfDay(value)).toBe(expected));

  it('reads a date and a time of day in a zone', () => {
    const date = `/Date(${Date.UTC(2026, 6, 1)})/`;
    expect(toMoment(date, 'PT10H30M00S', 'Europe/Berlin')).toBe('2026-07-01T08:30:00.000Z');
    expect(toMoment('', 'PT10H30M00S', 'UTC')).toBeNull();
  });

  it('removes and adds leading zeros of numbers only', () => {
    expect(['000000010045', '0', 'A-001', ''].map(unpadded)).toEqual(['10045', '0', 'A-001', '']);
    expect([padded('10045', 12), padded('P-101', 12)]).toEqual(['000000010045', 'P-101']);
  });

  it.each([
    [{ NotifProcessingPhase: '1' }, 'open'],
    [{ NotifProcessingPhase: '4' }, 'completed'],
    [{ NotifProcessingPhase: '5' }, 'canceled'],
    [{ ConcatenatedActiveSystStsName: 'NOCO ORAS' }, 'completed'],
    [{ NotifProcessingPhase: '4', ConcatenatedActiveSystStsName: 'DLFL NOCO' }, 'canceled'],
  ])('maps the notification %s to %s', (row, phase) => expect(notificationPhase(row)).toBe(phase));

  it.each([
    ['CRTD MANC', 'open'],
    ['REL  PRC', 'open'],
    ['TECO PRC SETC', 'completed'],
    ['CLSD', 'completed'],
    ['TECO DLFL', 'canceled'],
    ['NTECO', 'open'],
  ])('maps the order states %s to %s', (states, phase) =>
    expect(orderPhase({ SystemStatusText: states })).toBe(phase),
  );

  it.each([
    ['PM01', 'corrective'],
    ['PM02', 'preventive'],
    ['M2', 'corrective'],
    ['ZZ01', 'other'],
  ])('maps the work type %s to %s', (type, kind) => expect(toKind(type)).toBe(kind));
});

describe('a configuration', () => {
  it('requires an address, a client of three digits and a known time zone', () => {
    const paths = (over: object) => connector.check!({ ...configuration(), ...over }).map(({ path }) => path);
    expect(paths({})).toEqual([]);
    expect(paths({ url: 'sap', client: '1', timeZone: 'Nowhere' })).toEqual(['url', 'client', 'timeZone']);
  });

  it('selects the streams', () => {
    const names = (over: object) => records.streams({ ...configuration(), ...over }).map(({ name }) => name);
    expect(names({})).toEqual(['functional-locations', 'equipment', 'notifications', 'orders']);
    // Works without secrets.
    expect(names({ user: null, password: null })).toEqual([
      'functional-locations',
      'equipment',
      'notifications',
      'orders',
    ]);
    expect(
      names({ extractionOrderTypes: [], extractionNotificationTypes: null, readsAssets: false }),
    ).toEqual([]);
  });
});

describe('records', () => {
  it('reads a row of equipment on its first day of validity', async () => {
    const day = 86_400_000;
    vi.useFakeTimers({ toFake: ['Date'], now: start + day });
    onTestFinished(() => void vi.useRealTimers());
    peer.equipment.splice(0);
    for (let number = 1; number <= 3; number++)
      peer.equipment.push({
        Equipment: String(number).padStart(18, '0'),
        ValidityStartDate: start + number * day,
        ValidityEndDate: Date.UTC(9999, 11, 31),
        LastChangeDateTime: start,
      });
    const ids = async (since: number | null) =>
      (await listChanges(records, call(), 'equipment', since)).map(({ fields }) => fields.id);
    expect(await ids(null)).toEqual(['1']);
    expect(await ids(start + day)).toEqual(['1']);
    vi.setSystemTime(start + 2 * day);
    expect(await ids(start + 2 * day - 300_000)).toEqual(['1', '2']);
    // After a day without reading.
    vi.setSystemTime(start + 4 * day);
    expect(await ids(start + 3 * day)).toEqual(['3']);
    expect(await ids(start + 2 * day)).toEqual(['2', '3']);
  });

  it('reads locations, and the row of equipment that is valid today', async () => {
    const [pump, ...others] = await listChanges(records, call(), 'equipment');
    expect(others).toEqual([]);
    expect(pump).toMatchObject({
      key: '000000000000010045',
      changedAt: start + 1000,
      fields: { id: '10045', name: 'Pump', parentId: '1010-CWS', isEquipment: true, state: 'in-service' },
    });
    expect((await listChanges(records, call(), 'functional-locations'))[0]!.fields).toMatchObject({
      id: '1010-CWS',
      name: 'Cooling water',
      isEquipment: false,
      state: 'out-of-service',
    });
    expect(await listKeys(records, call(), 'equipment')).toEqual(['000000000000010045']);
  });

  it('reads orders of the selected types since a time, with their completion', async () => {
    fillOrders(3);
    peer.orders.push(order(9, start + 5000, { MaintenanceOrderType: 'ZM99' }));
    Object.assign(peer.orders[2]!, { SystemStatusText: 'TECO', MaintOrdBasicEndDateTime: start + 60_000 });
    const found = await listChanges(records, call({ client: '100' }), 'orders', start + 1500);
    expect(found.map(({ key, type }) => [key, type])).toEqual([
      // Filters are rounded to whole seconds.
      ['000000000002', 'PM01'],
      ['000000000003', 'PM01'],
    ]);
    expect(found[1]!.fields).toMatchObject({
      number: '3',
      asset: '10045',
      phase: 'completed',
      kind: 'corrective',
      completedAt: '2026-01-01T00:01:00.000Z',
    });
    expect(peer.requests[0]!.query.get('sap-client')).toBe('100');
  });

  it('skips work before the start date, but not its keys', async () => {
    peer.orders.push(order(1, Date.UTC(2025, 5, 1)), order(2, start));
    const from = call({ extractionStartDate: '2026-01-01' });
    expect((await listChanges(records, from, 'orders')).map(({ key }) => key)).toEqual(['000000000002']);
    expect(await listKeys(records, from, 'orders')).toHaveLength(2);
  });

  it.each<[string, number, number, Partial<SapPeer>]>([
    ['pages limited by the server', 1000, 1, { pageSize: 70 }],
    ['rows repeated on the next page', 1000, 1, { pageSize: 70, repeatsRows: true }],
    ['rows of one second repeated on the next page', 1000, 1300, { pageSize: 70, repeatsRows: true }],
    ['more rows of one second than fit on a page', 1000, 1300, {}],
    ['rows of one second split between pages', 1000, 7, { pageSize: 130 }],
  ])('reads each order, with %s', async (_, step, together, behaviour) => {
    fillOrders(1600, step, together);
    Object.assign(peer, behaviour);
    const found = await listChanges(records, call(), 'orders');
    expect(new Set(found.map(({ key }) => key)).size).toBe(1600);
    const times = found.map(({ changedAt }) => changedAt);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(new Set(await listKeys(records, call(), 'orders')).size).toBe(1600);
  });

  it('misses no order that changes during reading', async () => {
    fillOrders(1200);
    const found = new Set<string>();
    const stream = records.streams(configuration()).find(({ name }) => name === 'orders')!;
    for await (const page of records.changes(call(), stream, null)) {
      for (const { key } of page) found.add(key);
      // Changes move the rows that were read to the end.
      for (const row of peer.orders)
        if (found.has(String(row.MaintenanceOrder)) && found.size < 1100) peer.change(row, {});
    }
    expect(found.size).toBe(1200);
  });

  it('reports the address of a missing page', async () => {
    fillOrders(10);
    Object.assign(peer, { pageSize: 3, expiresPages: true });
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(
      'protocol: The server refused this (400): The skip token is no longer valid (/IWBEP/CM_MGW_RT/020)',
    );
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
      { kind: 'status', status: 200, body: { value: [] } },
      'protocol: The answer has no list of entities (d.results).',
    ],
  ])('fails for %s on a later page', async (_, fault, expected) => {
    fillOrders(10);
    peer.pageSize = 4;
    peer.misbehave(fault, ({ query }) => query.get('$skiptoken') === '8');
    expect(await readFailure(listChanges(records, call(), 'orders'))).toBe(expected);
  });

  it('reports a wrong password once, without showing it', async () => {
    const failure = await readFailure(listChanges(records, call({ password: 'guess me not' }), 'orders'));
    expect(failure).toBe('signIn: The server refused the sign-in (401).');
    expect(peer.requests).toHaveLength(1);
  });
});

describe('requests', () => {
  const request = workToFile({ asset: { uniqueId: 'other', technicalNumber: '10045' }, priority: '2' });

  it('creates a notification that can be found by its key', async () => {
    expect(await requests.find(call(), request.key)).toBeNull();
    const filed = await requests.file(call(), request);
    expect(filed).toEqual({
      number: '10000001',
      status: 'Outstanding',
      phase: 'open',
      url: `${peer.origin}/sap/bc/gui/sap/its/webgui?~transaction=*IW23%20RIWO00-QMNUM%3D10000001`,
    });
    expect(peer.notifications[0]).toMatchObject({
      NotificationType: 'M2',
      NotificationText: 'Bearing of pump is hot',
      TechnicalObject: '000000000000010045',
      TechObjIsEquipOrFuncnlLoc: 'EAMS_EQUI',
      MaintPriority: '2',
    });
    expect(await requests.find(call(), request.key)).toEqual(filed);
    const [record] = await listChanges(records, call(), 'notifications');
    expect(record).toMatchObject({ key: '000010000001', type: 'M2', requestKey: request.key });
    expect(record!.fields).toMatchObject({ number: '10000001', asset: '10045', phase: 'open' });
  });

  it('reads the completion of a notification', async () => {
    const { number } = await requests.file(call(), request);
    peer.complete(peer.notifications[0]!);
    expect(await requests.states(call(), [number, '777'])).toMatchObject([
      { number, status: 'Completed', phase: 'completed' },
    ]);
    const [record] = await listChanges(records, call(), 'notifications');
    expect(record!.fields.completedAt).toMatch(/T12:00:00.000Z$/);
  });

  it('distinguishes two keys with the same reference', async () => {
    const other = `${request.key.slice(0, -4)}ffff`;
    expect(toReference(other)).toBe(toReference(request.key));
    await requests.file(call(), request);
    expect(await requests.find(call(), other)).toBeNull();
  });

  it('truncates texts to the lengths of their fields, and keeps the key', () => {
    const long = workToFile({ shortDescription: 'x'.repeat(100), description: 'y'.repeat(3000) });
    const body = toBody(long, 'M1') as Record<string, string>;
    expect(body.NotificationText).toHaveLength(40);
    expect(body.MaintNotifLongTextForEdit).toHaveLength(1333);
    expect(body.MaintNotifLongTextForEdit).toContain(long.key);
    expect(body.MaintNotifExtReferenceNumber).toMatch(/^TW[0-9A-F]{18}$/);
  });

  it('creates a notification for a location, with its plants', () => {
    const asset = {
      uniqueId: '1010-CWS',
      isEquipment: false,
      maintenancePlant: '1010',
      planningPlant: '1020',
    };
    expect(toBody(workToFile({ asset }), 'M1')).toMatchObject({
      TechnicalObject: '1010-CWS',
      TechObjIsEquipOrFuncnlLoc: 'EAMS_FL',
      MaintenancePlant: '1010',
      MaintenancePlanningPlant: '1020',
    });
  });

  it('starts a new session after the first one expired', async () => {
    // The session expires after its token is returned.
    const inner = peer as unknown as { answer(asked: PeerRequest): PeerAnswer };
    const answer = inner.answer.bind(peer);
    const endings = [true];
    const spy = vi.spyOn(inner, 'answer').mockImplementation((asked) => {
      if (isPost(asked) && endings.pop()) peer.expireSessions();
      return answer(asked);
    });
    await requests.file(call(), request);
    spy.mockRestore();
    expect(posts()).toBe(2);
    expect(peer.notifications).toHaveLength(1);
  });

  it('fetches a new token after one expired', async () => {
    const first = call();
    peer.misbehave(
      {
        kind: 'status',
        status: 403,
        headers: { 'x-csrf-token': 'Required' },
        body: 'CSRF token validation failed',
      },
      isPost,
    );
    expect((await requests.file(first, request)).phase).toBe('open');
    expect(posts()).toBe(2);
    expect(peer.notifications).toHaveLength(1);
  });

  it('reports a user without permission to create notifications', async () => {
    const body = { error: { code: 'IM/432', message: { value: 'No authorization' } } };
    peer.misbehave({ kind: 'status', status: 403, body }, isPost, 2);
    expect(await readFailure(requests.file(call(), request))).toBe(
      'refused: The server does not allow this (403): No authorization (IM/432)',
    );
    expect(peer.notifications).toHaveLength(0);
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
    expect(peer.notifications).toHaveLength(made);
    expect((await requests.find(call(), request.key)) !== null).toBe(made === 1);
  });

  it.each<[string, object, object, string]>([
    [
      'an unknown object',
      {},
      { asset: { uniqueId: '404' } },
      'refused: The server refused this (400): Technical object 000000000000000404 does not exist (IE/001)',
    ],
    [
      'an unknown type',
      {},
      { type: 'XX' },
      'refused: The server refused this (400): Notification type XX is not defined (IM/251)',
    ],
    [
      'no type',
      { notificationType: '' },
      {},
      'refused: The notification has no type: set it in the advisory or in the connection.',
    ],
  ])('reports the error of SAP for %s', async (_, over, change, expected) => {
    expect(await readFailure(requests.file(call(over), workToFile(change)))).toBe(expected);
  });
});

describe('a test', () => {
  const steps = async (over: object = {}) => {
    const found = [];
    for await (const step of testConnection(call(over))) found.push(step);
    return found;
  };

  it('passes all steps, and reports a wrong clock', async () => {
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
      /^SAP accepted the sign-in\. Its clock is (299|300) s ahead of Twinward\.$/,
    );
    expect(found[4]!.message).toBe(
      'Can be read: functional locations, equipment, maintenance notifications, maintenance orders.',
    );
    expect(posts()).toBe(0);
  });

  it.each<[string, object, string, string]>([
    ['a wrong password', { password: 'guess me not' }, 'sign-in', 'The server refused the sign-in (401).'],
    [
      'another path',
      { url: '/wrong' },
      'sign-in',
      'The server found nothing at /wrong/API_MAINTNOTIFICATION/MaintenanceNotification (404): No service found for /wrong/API_MAINTNOTIFICATION/MaintenanceNotification (/IWFND/MED/170)',
    ],
    [
      'no address',
      { url: 'sap' },
      'resolve',
      'url: Please enter an address such as https://sap.plant.example.',
    ],
  ])('stops at %s', async (_, over, step, message) => {
    const url = 'url' in over && over.url === '/wrong' ? { url: `${peer.origin}/wrong` } : over;
    const last = (await steps({ ...over, ...url })).at(-1)!;
    expect(last).toMatchObject({ step, state: 'failed', message });
    expect(last.advice).not.toBe('');
    expect(hidesAll(['guess me not', peer.password], JSON.stringify(last))).toBe(true);
  });
});
