import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { ValueGroup, ValueLine, ValueSummary } from '@twinward/contracts/questions/value-ledger';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTag,
  makeTwin,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { publishModel } from '../../../testing/twin-models.ts';

let test: TestApp;
let writer: Record<string, string>;
let viewer: Record<string, string>;
let twinId: number;
let workTagId: number;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['advisory'] });
  viewer = await makeViewerSession(db);
  await sql`select load_taxonomy(${JSON.stringify({ Rotating: { Pumps: [] } })}::json)`.execute(db);
  const assetId = await makeAsset(db, { assetName: 'Pump', category: 'Rotating', class: 'Pumps' });
  workTagId = await makeTag(db, { assetIds: [assetId], type: 'work' });
  twinId = await makeTwin(db, {
    assetId,
    aliases: [{ name: 'Repairs', type: 'work', mappedTagId: workTagId }],
    consequence: { value: 90_000 },
  });
});
afterAll(() => test.close());

const call = (method: Method, url: string, body?: unknown, headers = writer) =>
  test.ask(method, url, headers, body);

async function answered<T>(method: Method, url: string, body?: unknown): Promise<T> {
  const answer = await call(method, url, body);
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return answer.json();
}

async function step(advisory: Advisory, transition: string, more: object = {}): Promise<Advisory> {
  return answered('POST', `/api/advisories/${advisory.id}/transition`, {
    transition,
    version: advisory.version,
    ...more,
  });
}

async function activeAdvisory(fields: object = {}): Promise<Advisory> {
  const draft = await answered<Advisory>('POST', '/api/advisories', {
    twinId,
    name: 'Hot bearing',
    ...fields,
  });
  return step(draft, 'submit');
}

const close = async (advisory: Advisory, outcome: string) => {
  const [item] = await test.tenant.db
    .selectFrom('value_list_item')
    .select('id')
    .where('list_id', '=', 1)
    .limit(1)
    .execute();
  return step(advisory, 'close', { outcome, remediationId: item!.id });
};

const closed = async (outcome: string, fields: object = {}) => close(await activeAdvisory(fields), outcome);

async function makeMode(name: string, value: number): Promise<number> {
  const { id } = await test.tenant.db
    .insertInto('failure_mode')
    .values({ twin_id: twinId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into consequence (failure_mode_id, value) values (${id}, ${value})`.execute(
    test.tenant.db,
  );
  return id;
}

const line = (id: number) => answered<ValueLine>('GET', `/api/value-ledger/${id}`);
const approve = (id: number, body: object, headers = writer) =>
  call('PUT', `/api/value-ledger/${id}`, { version: 0, ...body }, headers);

describe('the proposed value of an advisory', () => {
  it('is the range of the consequences of its failure modes, each with its source', async () => {
    const seizes = await makeMode('Seizes', 50_000);
    const leaks = await makeMode('Leaks', 20_000);
    const { id } = await closed('prevented', { failureModeIds: [seizes, leaks] });
    expect(await line(id)).toMatchObject({
      advisoryId: id,
      name: 'Hot bearing',
      assetName: 'Pump',
      className: 'Rotating - Pumps',
      outcome: 'prevented',
      protection: null,
      isApproved: false,
      failureCost: null,
      cost: null,
      value: null,
      proposal: {
        failureCost: { low: 20_000, high: 50_000 },
        cost: null,
        sources: [
          { kind: 'failure-mode', id: seizes, name: 'Seizes', amount: 50_000 },
          { kind: 'failure-mode', id: leaks, name: 'Leaks', amount: 20_000 },
        ],
      },
      version: 0,
    });
  });

  it('uses the consequence of the twin, and work that was completed while it was active', async () => {
    const advisory = await activeAdvisory();
    const add = (name: string, completed: Date, cost: number | null, number: string | null = null) =>
      test.tenant.db
        .insertInto('work')
        .values({ tag_id: workTagId, name, completed_at: completed, cost, number, kind: 'corrective' })
        .execute();
    await add('Earlier', new Date(Date.now() - 86_400_000), 7000);
    await add('Meanwhile', new Date(), 300);
    await add('Free', new Date(), null);
    await close(advisory, 'confirmed');
    const { proposal } = await line(advisory.id);
    expect(proposal.failureCost).toEqual({ low: 0, high: 90_000 });
    expect(proposal.cost).toBe(300);
    expect(proposal.sources.map(({ kind, name }) => [kind, name])).toEqual([
      ['twin', 'Pump'],
      ['work', 'Meanwhile'],
    ]);
    // Work that the advisory ordered counts, even if it was completed before.
    await add('Ordered', new Date(Date.now() - 2 * 86_400_000), 1200, 'WO-1');
    await test.tenant.db
      .insertInto('work_request')
      .values({ advisory_id: advisory.id, request: '{}', number: 'WO-1' })
      .execute();
    expect((await line(advisory.id)).proposal.cost).toBe(1200);
  });
});

describe('an approval', () => {
  it('is stored with its user, and recorded in the audit trail', async () => {
    const { id } = await closed('prevented');
    const failureCost = { low: 10_000, high: 40_000 };
    const answer = await approve(id, { failureCost, cost: 2500, note: 'By the insurer' });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      {
        isApproved: true,
        failureCost,
        cost: 2500,
        value: { low: 7500, high: 37_500 },
        note: 'By the insurer',
        approvedBy: expect.any(String),
        version: 1,
      },
    ]);
    const entry = await test.tenant.db
      .selectFrom('audit_entry')
      .select(['old', 'new'])
      .where('entity_type', '=', 'advisory')
      .where('entity_id', '=', String(id))
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(entry.new).toEqual({ valueApproved: true, failureCost, cost: 2500, valueNote: 'By the insurer' });
  });

  it('is refused for an outdated version, with the current line', async () => {
    const { id } = await closed('false-alarm');
    await approve(id, { cost: 100 });
    const answer = await approve(id, { cost: 200 });
    expect([answer.statusCode, answer.json().current]).toMatchObject([409, { cost: 100, version: 1 }]);
    expect((await approve(id, { cost: 200, version: 1 })).json()).toMatchObject({ cost: 200, version: 2 });
  });

  it('is deleted when the advisory is reopened, and required again after it is closed', async () => {
    const advisory = await closed('prevented');
    await approve(advisory.id, { failureCost: { low: 1, high: 2 }, cost: 0 });
    const opened = await step(advisory, 'reopen', { reason: 'It came back' });
    expect((await call('GET', `/api/value-ledger/${advisory.id}`)).statusCode).toBe(404);
    expect((await approve(advisory.id, { cost: 1, version: 1 })).statusCode).toBe(404);
    await close(opened, 'false-alarm');
    expect(await line(advisory.id)).toMatchObject({ isApproved: false, failureCost: null, version: 1 });
    expect((await approve(advisory.id, { cost: 5, version: 1 })).json()).toMatchObject({
      isApproved: true,
      failureCost: null,
      value: { low: -5, high: -5 },
    });
  });

  it('can be withdrawn once', async () => {
    const { id } = await closed('no-action');
    await approve(id, { cost: 10 });
    expect((await call('DELETE', `/api/value-ledger/${id}`)).statusCode).toBe(204);
    expect(await line(id)).toMatchObject({ isApproved: false, cost: null, version: 0 });
    const again = await call('DELETE', `/api/value-ledger/${id}`);
    expect([again.statusCode, again.json().message]).toEqual([
      409,
      'The value of this advisory is not approved.',
    ]);
  });

  it.each([
    ['prevented', { cost: 1 }, 'failureCost', 'Required.'],
    [
      'false-alarm',
      { cost: 1, failureCost: { low: 1, high: 2 } },
      'failureCost',
      'Only a failure that was confirmed or prevented has a cost.',
    ],
    [
      'prevented',
      { cost: 1, failureCost: { low: 3, high: 2 } },
      'failureCost.high',
      'Please enter at least the lower amount.',
    ],
    ['prevented', { cost: -1, failureCost: { low: 1, high: 2 } }, 'cost', 'Please enter a positive number.'],
  ])('of %s is refused: %j', async (outcome, body, path, message) => {
    const { id } = await closed(outcome);
    const answer = await approve(id, body);
    expect([answer.statusCode, answer.json().errors]).toEqual([400, [{ path, message }]]);
  });
});

describe('the sums', () => {
  const sums = ({ advisories, approved, falseAlarms, avoided, cost, falseAlarmCost, net }: Sums) => ({
    advisories,
    approved,
    falseAlarms,
    avoided,
    cost,
    falseAlarmCost,
    net,
  });
  type Sums = Omit<ValueGroup, 'id' | 'name'>;
  const zero: Sums = {
    advisories: 0,
    approved: 0,
    falseAlarms: 0,
    avoided: { low: 0, high: 0 },
    cost: 0,
    falseAlarmCost: 0,
    net: { low: 0, high: 0 },
  };
  const plus = (one: Sums, other: Sums): Sums => ({
    advisories: one.advisories + other.advisories,
    approved: one.approved + other.approved,
    falseAlarms: one.falseAlarms + other.falseAlarms,
    avoided: { low: one.avoided.low + other.avoided.low, high: one.avoided.high + other.avoided.high },
    cost: one.cost + other.cost,
    falseAlarmCost: one.falseAlarmCost + other.falseAlarmCost,
    net: { low: one.net.low + other.net.low, high: one.net.high + other.net.high },
  });
  /** Returns the contribution of one line to the sums. */
  function ofLine({ outcome, isApproved, failureCost, cost, value }: ValueLine): Sums {
    const isFalse = outcome === 'false-alarm';
    return {
      advisories: 1,
      approved: isApproved ? 1 : 0,
      falseAlarms: isFalse ? 1 : 0,
      avoided: failureCost ?? { low: 0, high: 0 },
      cost: isFalse ? 0 : (cost ?? 0),
      falseAlarmCost: isFalse ? (cost ?? 0) : 0,
      net: value ?? { low: 0, high: 0 },
    };
  }

  it('by rule, class, model and month agree with the lines', async () => {
    const { id: modelId, versionId } = await publishModel(
      test,
      await makeSession(test.tenant.db, { isAdmin: true }),
      {},
    );
    await test.tenant.db
      .updateTable('twin')
      .set({ model_version_id: versionId })
      .where('id', '=', twinId)
      .execute();
    const unmade = await makeTwin(test.tenant.db);
    await closed('no-action', { twinId: unmade });
    const protectionId = await makeProtection(test.tenant.db, { twinId, name: 'Heat', thresholds: [] });
    for (const [outcome, low, high, cost] of [
      ['prevented', 1_500_000_000, 2_000_000_000, 500],
      ['prevented', 1_500_000_000, 2_000_000_000, 700],
      ['confirmed', 0, 5000, 300],
      ['false-alarm', null, null, 900],
      ['no-action', null, null, 50],
      ['prevented', null, null, null],
    ] as const) {
      const { id } = await closed(outcome, { protectionId });
      const failureCost = low === null ? null : { low, high };
      if (cost !== null) expect((await approve(id, { failureCost, cost })).statusCode).toBe(200);
    }
    await sql`update advisory set closed_at = closed_at - interval '40 days'
      where id = (select max(id) from advisory) - 1`.execute(test.tenant.db);
    await sql`update advisory_value set closed_at = advisory.closed_at from advisory
      where advisory.id = advisory_id and advisory.id = (select max(id) from advisory) - 1`.execute(
      test.tenant.db,
    );
    const summary = await answered<ValueSummary>('GET', '/api/value-ledger/summary');
    const lines = await answered<ValueLine[]>('POST', '/api/value-ledger/filters?page-size=1000', {});
    const total = lines.map(ofLine).reduce(plus, zero);
    expect(summary.total).toEqual(total);
    expect(total.avoided.low).toBeGreaterThan(3_000_000_000);
    for (const groups of [summary.rules, summary.classes, summary.models, summary.months]) {
      expect(groups.map(sums).reduce(plus, zero)).toEqual(total);
    }
    expect(summary.months.length).toBeGreaterThan(1);
    expect(summary.months.map(({ month }) => month)).toEqual(
      summary.months.map(({ month }) => month).toSorted(),
    );
    const ofRule = lines.filter(({ protection }) => protection?.id === protectionId);
    expect(summary.rules.find(({ id }) => id === protectionId)).toEqual({
      id: protectionId,
      name: 'Heat',
      ...ofRule.map(ofLine).reduce(plus, zero),
    });
    const ofModel = lines.filter((one) => one.twinId === twinId);
    expect(summary.models.find(({ id }) => id === modelId)).toMatchObject(
      ofModel.map(ofLine).reduce(plus, zero),
    );
    expect(summary.models.find(({ id }) => id === null)).toMatchObject({ name: 'No model', advisories: 1 });
    // A range includes the advisories that were closed in it.
    const since = Date.now() - 30 * 86_400_000;
    const recent = await answered<ValueSummary>('GET', `/api/value-ledger/summary?from=${since}`);
    expect(recent.total).toEqual(
      lines
        .filter(({ closedAt }) => Date.parse(closedAt) >= since)
        .map(ofLine)
        .reduce(plus, zero),
    );
  });

  it('can be filtered', async () => {
    const filters = [{ field: 'Approved', operator: 'EqualTo', value: false }];
    const answer = await call('POST', '/api/value-ledger/filters', { filters }, viewer);
    const lines = answer.json<ValueLine[]>();
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.every(({ isApproved }) => !isApproved)).toBe(true);
    const wrong = await call('POST', '/api/value-ledger/filters', {
      filters: [{ field: 'State', operator: 'EqualTo', value: 'x' }],
    });
    expect(wrong.statusCode).toBe(400);
  });

  it('refuse an empty range', async () => {
    const answer = await call(
      'GET',
      '/api/value-ledger/summary?from=2024-01-02T00:00:00Z&to=2024-01-01T00:00:00Z',
    );
    expect([answer.statusCode, answer.json().errors]).toEqual([
      400,
      [{ path: 'to', message: 'Please give an end after the start.' }],
    ]);
  });
});

it('the calls of the value ledger answer 400, 401, 403 and 404', async () => {
  const { id } = await closed('no-action');
  const open = await activeAdvisory();
  const path = `/api/value-ledger/${id}`;
  expect((await call('GET', '/api/value-ledger/none')).statusCode).toBe(400);
  expect((await call('GET', path, undefined, {})).statusCode).toBe(401);
  expect((await call('GET', path, undefined, await makeSession(test.tenant.db))).statusCode).toBe(403);
  expect((await approve(id, { cost: 1 }, viewer)).statusCode).toBe(403);
  expect((await call('DELETE', path, undefined, viewer)).statusCode).toBe(403);
  for (const missing of [open.id, 999_999_999]) {
    expect((await call('GET', `/api/value-ledger/${missing}`)).statusCode).toBe(404);
    expect((await approve(missing, { cost: 1 })).statusCode).toBe(404);
    expect((await call('DELETE', `/api/value-ledger/${missing}`)).statusCode).toBe(404);
  }
});
