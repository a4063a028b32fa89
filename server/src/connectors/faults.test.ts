import { afterEach, describe, expect, it } from 'vitest';
import type { Configuration, ConnectorRoles, FiledWork } from './connector.ts';
import { HxgnPeer } from './hxgn/peer.ts';
import { roles as hxgn } from './hxgn/roles.ts';
import { MaximoPeer } from './maximo/peer.ts';
import { roles as maximo } from './maximo/roles.ts';
import { SapPeer } from './sap/peer.ts';
import { roles as sap } from './sap/roles.ts';
import { makeCall } from './testing/call.ts';
import { streamOf, workToFile } from './testing/collect.ts';
import type { HttpPeer, Misbehaviour } from './testing/http-peer.ts';

/**
 * What the roles promise when anything may fail: a request is filed once, and no change is lost. The loops are those of
 * a host: it looks for the key before it files, and reads again from five minutes before the last change.
 */

type Row = Record<string, string | number | boolean | null>;

interface System {
  peer: HttpPeer & { change(row: Row, values: Row): void };
  roles: ConnectorRoles;
  configuration: Configuration;
  stream: string;
  /** Of the asset that work is for. */
  uniqueId: string;
  rows: Row[];
  order(number: number, changed: number): Row;
  /** Name of the description here and there. */
  description: string;
  /** What a request made there. */
  made(): Row[];
}

const start = Date.UTC(2026, 0, 1);
const overlap = 300_000;

const systems: Record<string, () => Promise<System>> = {
  async sap() {
    const peer = await new SapPeer().start();
    const Equipment = '000000000000000101';
    peer.equipment.push({ Equipment, ValidityStartDate: 0, ValidityEndDate: Date.UTC(9999, 11, 31) });
    return {
      peer,
      roles: sap,
      configuration: {
        ...{ url: peer.origin, user: peer.user, password: peer.password },
        ...{ notificationType: 'M1', extractionOrderTypes: ['PM01'] },
      },
      stream: 'orders',
      uniqueId: '101',
      rows: peer.orders,
      description: 'MaintenanceOrderDesc',
      order: (number, LastChangeDateTime) => ({
        MaintenanceOrder: String(number).padStart(12, '0'),
        ...{ MaintenanceOrderType: 'PM01', MaintenanceOrderDesc: 'new', LastChangeDateTime },
      }),
      made: () => peer.notifications,
    };
  },
  async maximo() {
    const peer = await new MaximoPeer().start();
    peer.assets.push({ assetuid: 1, assetnum: '101', siteid: 'S' });
    return {
      peer,
      roles: maximo,
      configuration: {
        ...{ url: peer.origin, user: peer.user, password: peer.password },
        ...{ extractionOrderTypes: ['CM'] },
      },
      stream: 'orders',
      uniqueId: 'S/101',
      rows: peer.orders,
      description: 'description',
      order: (number, changedate) => ({
        ...{ workorderid: number, wonum: String(number), siteid: 'S', worktype: 'CM', istask: 0 },
        ...{ description: 'new', changedate },
      }),
      made: () => peer.serviceRequests,
    };
  },
  async hxgn() {
    const peer = await new HxgnPeer().start();
    peer.assets.push({ equipmentno: '101', organization: 'O' });
    return {
      peer,
      roles: hxgn,
      configuration: {
        ...{
          url: peer.origin,
          tenant: peer.tenant,
          organization: 'O',
          user: peer.user,
          password: peer.password,
        },
        ...{ extractionOrderTypes: ['BRKD'], timeZone: peer.timeZone },
      },
      stream: 'orders',
      uniqueId: '101',
      rows: peer.orders,
      description: 'description',
      order: (number, changed) => ({
        ...{ workordernum: String(10_000 + number), organization: 'O', workordertype: 'BRKD' },
        ...{ description: 'new', dateupdated: Math.floor(changed / 60_000) * 60_000 },
      }),
      made: () => peer.orders.filter(({ udfchar30 }) => udfchar30),
    };
  },
};

const faults: readonly Misbehaviour[] = [
  { kind: 'status', status: 429 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 500, isAfterEffect: true },
  { kind: 'status', status: 503, body: '<html>' },
  { kind: 'cut' },
  { kind: 'cut', isAfterEffect: true },
  { kind: 'truncated' },
  { kind: 'halved' },
  { kind: 'html' },
];

/** Numbers from 0 to 1 in an order that a seed decides. Mulberry32. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fails some of all requests, each by one of the faults. */
function failOften(peer: HttpPeer, random: () => number): void {
  for (const fault of faults) peer.misbehave(fault, () => random() < 0.04, Number.POSITIVE_INFINITY);
}

describe.each(Object.keys(systems))('%s, while anything fails', (name) => {
  let system: System;
  afterEach(() => system.peer.stop());

  it.each([1, 2])('files each of 20 requests once (seed %i)', async (seed) => {
    system = await systems[name]!();
    const { peer, roles, configuration, uniqueId } = system;
    const requests = roles.requests!;
    failOften(peer, randomOf(seed));
    let failures = 0;
    for (let number = 0; number < 20; number++) {
      const key = `0b5f7a${String(number).padStart(2, '0')}-3c1e-4d6a-9f21-8f4f7c0f1a77`;
      const request = workToFile({ key, asset: { uniqueId } });
      let filed: FiledWork | null = null;
      while (!filed) {
        const call = makeCall(configuration);
        try {
          filed = (await requests.find(call, key)) ?? (await requests.file(call, request));
        } catch {
          failures++;
        }
        call.end();
      }
    }
    expect(failures).toBeGreaterThan(3);
    expect(system.made()).toHaveLength(20);
  });

  it.each([1])('reads the last state of each of 1,300 orders (seed %i)', async (seed) => {
    system = await systems[name]!();
    const { peer, roles, configuration, rows, description } = system;
    const random = randomOf(seed);
    for (let at = 0; at < 1300; at++) rows.push(system.order(at + 1, start + Math.floor(at / 90) * 60_000));
    const read = new Map<string, unknown>();
    let watermark: number | null = null;
    const turn = async (isCalm: boolean) => {
      const call = makeCall(configuration);
      const stream = streamOf(roles.records!, call, system.stream);
      const since: number | null = watermark === null ? null : watermark - overlap;
      for await (const page of roles.records!.changes(call, stream, since)) {
        for (const { key, changedAt, fields } of page) {
          read.set(key, fields[description]);
          watermark = Math.max(watermark ?? 0, changedAt);
        }
        if (!isCalm) {
          const changed = rows[Math.floor(random() * rows.length)]!;
          peer.change(changed, { [description]: `changed ${random()}` });
        }
      }
      call.end();
    };
    failOften(peer, random);
    let failures = 0;
    for (let at = 0; at < 12; at++) await turn(false).catch(() => failures++);
    peer.behave();
    await turn(true);
    expect(failures).toBeGreaterThan(0);
    expect(read.size).toBe(1300);
    expect([...read.values()].sort()).toEqual(rows.map((row) => row[description]).sort());
  });
});
