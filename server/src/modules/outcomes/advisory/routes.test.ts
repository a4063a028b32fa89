import type { Advisory, AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { notInStore } from '@twinward/contracts/core/error';
import type { ValueList } from '@twinward/contracts/system/value-list';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { runCommand } from '../../../testing/commands.ts';
import {
  makeAsset,
  makeProtection,
  makeSession,
  makeTwin,
  makeUser,
  makeUserSession,
  makeViewerSession,
} from '../../../testing/factories.ts';
import { readSheets, toDays } from '../../../testing/workbooks.ts';
import { changeAdvisories } from './bulk.ts';

let test: TestApp;
let writer: Record<string, string>;
let viewer: Record<string, string>;
let admin: Record<string, string>;
let reviewer: Record<string, string>;
let reviewerId: number;
let twinId: number;
let remediationId: number;

beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  writer = await makeSession(db, { groups: ['VIEWERS'], recordTypes: ['advisory'] });
  viewer = await makeViewerSession(db);
  admin = await makeSession(db, { isAdmin: true });
  reviewerId = await makeUser(db, { groups: ['VIEWERS'] });
  reviewer = await makeUserSession(db, reviewerId);
  twinId = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Pump' }) });
  const list: ValueList = (await call('GET', '/api/lists/load/1')).json();
  remediationId = list.configuration.items.find(({ caption }) => caption === 'Repair')!.id;
});
afterAll(() => test.close());

const call = (method: Method, url: string, body?: unknown, headers = writer) =>
  test.ask(method, url, headers, body);

async function make(fields: object = {}): Promise<Advisory> {
  const answer = await call('POST', '/api/advisories', { twinId, name: 'Bearing is hot', ...fields });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}

const get = async (id: number, headers = writer): Promise<Advisory> =>
  (await call('GET', `/api/advisories/${id}`, undefined, headers)).json();

const move = ({ id, version }: Advisory, transition: string, more: object = {}, headers = writer) =>
  call('POST', `/api/advisories/${id}/transition`, { transition, version, ...more }, headers);

/** Changes the state, expects success, and returns the advisory. */
async function moved(...given: Parameters<typeof move>): Promise<Advisory> {
  const answer = await move(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function list(filters: object[], headers = writer): Promise<AdvisorySummary[]> {
  return (await call('POST', '/api/advisories/filters', { filters }, headers)).json();
}

const listNotifications = (userId: number) =>
  test.tenant.db
    .selectFrom('notification')
    .select(['message', 'type', 'url'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

describe('an advisory', () => {
  it('is created by hand, and rejects records of another twin', async () => {
    const made = await make({ comment: 'Since Monday.', priority: 2, targetHorizon: 'P7D' });
    expect(made).toMatchObject({
      twinId,
      assetName: 'Pump',
      name: 'Bearing is hot',
      comment: 'Since Monday.',
      state: 'draft',
      source: 'user',
      priority: 2,
      targetHorizon: 'P7D',
      targetDate: null,
      overdue: false,
      workRequest: null,
      transitions: ['submit'],
      version: 1,
    });
    const foreign = await makeProtection(test.tenant.db);
    const cases = [
      [{ name: '' }, 400, 'name: Required.'],
      [{ name: 'x', priority: 1001 }, 400, 'priority: Please enter a number between 0 and 1000.'],
      [{ name: 'x', protectionId: foreign }, 400, 'protectionId: Please choose a protection of the twin.'],
      [{ name: 'x', thresholdId: 1 }, 400, 'thresholdId: Please choose a threshold of the protection.'],
      [{ name: 'x', activityId: 1 }, 400, `activityId: ${notInStore(1)}`],
      [{ name: 'x', failureModeIds: [1] }, 400, `failureModeIds.0: ${notInStore(1)}`],
      [{ name: 'x', twinId: 999_999 }, 404, 'Twin not found.'],
    ] as const;
    for (const [fields, status, message] of cases) {
      const answer = await call('POST', '/api/advisories', { twinId, ...fields });
      expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    }
  });

  it('can be moved from draft through review to closed, and reopened', async () => {
    const draft = await make({ reviewerUserIds: [reviewerId], targetHorizon: 'P1M' });
    const submitted = await moved(draft, 'submit');
    expect([submitted.state, submitted.transitions]).toEqual(['submitted', []]);
    expect((await get(draft.id, reviewer)).transitions).toEqual(['approve', 'reject']);
    expect((await move(submitted, 'approve')).statusCode).toBe(403);
    const refused = await move(submitted, 'reject', {}, reviewer);
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'reason: Required.']);
    const rejected = await moved(submitted, 'reject', { reason: 'No trend.' }, reviewer);
    const again = await moved(await moved(rejected, 'revise'), 'submit');
    const active = await moved(again, 'approve', {}, reviewer);
    expect(active.state).toBe('active');
    const months = new Date(active.targetDate!).getTime() - Date.now();
    expect(months).toBeGreaterThan(27 * 86_400_000);
    expect(months).toBeLessThan(32 * 86_400_000);
    const incomplete = await move(await get(draft.id), 'close', { outcome: 'confirmed' });
    expect(incomplete.json().message).toBe('remediationId: Required.');
    const wrong = await move(await get(draft.id), 'close', { outcome: 'confirmed', remediationId: 999_999 });
    expect(wrong.json().message).toBe('remediationId: Please choose a remediation of the list.');
    const closed = await moved(await get(draft.id), 'close', { outcome: 'confirmed', remediationId });
    expect(closed).toMatchObject({
      state: 'closed',
      outcome: 'confirmed',
      remediation: 'Repair',
      closedAt: expect.any(String),
    });
    const late = await move(closed, 'cancel', { reason: 'No.' });
    expect([late.statusCode, late.json().message]).toEqual([
      409,
      'Only an active advisory can be canceled; this one is closed.',
    ]);
    const reopened = await moved(closed, 'reopen', { reason: 'It leaks still.' });
    expect(reopened).toMatchObject({ state: 'active', outcome: null, remediation: null, closedAt: null });
    expect(reopened.history.map(({ action, from, to, reason }) => [action, from, to, reason])).toEqual([
      ['reopen', 'closed', 'active', 'It leaks still.'],
      ['close', 'active', 'closed', ''],
      ['approve', 'submitted', 'active', ''],
      ['submit', 'draft', 'submitted', ''],
      ['revise', 'rejected', 'draft', ''],
      ['reject', 'submitted', 'rejected', 'No trend.'],
      ['submit', 'draft', 'submitted', ''],
      ['make', null, 'draft', ''],
    ]);
    const audit = await test.tenant.db
      .selectFrom('audit_entry')
      .select(['action', 'new'])
      .where('entity_type', '=', 'advisory')
      .where('entity_id', '=', String(draft.id))
      .orderBy('id')
      .execute();
    expect(audit).toHaveLength(8);
    expect(audit[2]!.new).toEqual({ state: 'rejected', reason: 'No trend.' });
  });

  it('lists closed advisories of its protection or failure modes as similar, latest first', async () => {
    const { db } = test.tenant;
    const twin = await makeTwin(db);
    const protectionId = await makeProtection(db, { twinId: twin });
    const { id: leak } = (
      await call('POST', '/api/failure-modes', { twinId: twin, name: 'Leak' }, admin)
    ).json();
    const close = async (fields: object): Promise<number> => {
      const active = await moved(await make({ twinId: twin, ...fields }), 'submit');
      return (await moved(active, 'close', { outcome: 'confirmed', remediationId })).id;
    };
    const ofProtection = await close({ protectionId });
    const ofMode = await close({ failureModeIds: [leak] });
    await close({});
    await make({ twinId: twin, protectionId });
    const { id } = await make({ twinId: twin, protectionId, failureModeIds: [leak] });
    const similar = async (query: string) => {
      const answer = await call('GET', `/api/advisories/${id}/similar?${query}`, undefined, viewer);
      return [answer.json().map((one: Advisory) => one.id), answer.headers['x-paging-total-records']];
    };
    expect(await similar('')).toEqual([[ofMode, ofProtection], '2']);
    expect(await similar('page-number=2&page-size=1')).toEqual([[ofProtection], '2']);
    expect((await call('GET', '/api/advisories/999999/similar')).statusCode).toBe(404);
  });

  it('needs no review without reviewers, and requests its work once', async () => {
    const work = { type: 'M2', priority: '1', status: null, shortDescription: 'Mend it', description: '' };
    const active = await moved(await make({ work }), 'submit');
    expect(active.workRequest).toMatchObject({
      request: work,
      status: 'not sent: no connection',
      number: null,
      sentAt: null,
    });
    const closed = await moved(active, 'close', { outcome: 'no-action', remediationId });
    const reopened = await moved(closed, 'reopen', { reason: 'Again.' });
    expect(reopened.workRequest!.key).toBe(active.workRequest!.key);
  });

  it('is reviewed by the members of a group', async () => {
    const draft = await make({ reviewerGroupIds: ['DASHBOARD_MANAGERS'] });
    const submitted = await moved(draft, 'submit');
    expect((await move(submitted, 'approve', {}, reviewer)).statusCode).toBe(403);
    const member = await makeSession(test.tenant.db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    expect((await moved(submitted, 'approve', {}, member)).state).toBe('active');
  });

  it('is updated and deleted only in allowed states, at the current version', async () => {
    const draft = await make();
    const change = { name: 'Bearing is very hot', version: 1, reviewerUserIds: [reviewerId] };
    const changed = await call('PUT', `/api/advisories/${draft.id}`, change);
    expect(changed.json()).toMatchObject({
      name: 'Bearing is very hot',
      reviewerUserIds: [reviewerId],
      version: 2,
    });
    const stale = await call('PUT', `/api/advisories/${draft.id}`, change);
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ name: 'Bearing is very hot', version: 2 });
    expect((await move(draft, 'submit')).statusCode).toBe(409);
    expect((await call('DELETE', `/api/advisories/${draft.id}`)).statusCode).toBe(204);
    expect((await call('GET', `/api/advisories/${draft.id}`)).statusCode).toBe(404);
    const active = await moved(await make(), 'submit');
    const refused = await call('DELETE', `/api/advisories/${active.id}`);
    expect(refused.json().message).toBe('Only a draft can be deleted; this advisory is active.');
    const canceled = await moved(active, 'cancel', { reason: 'Wrong pump.' });
    const { version } = canceled;
    const closed = await call('PUT', `/api/advisories/${active.id}`, { name: 'x', version });
    expect([closed.statusCode, closed.json().message]).toEqual([
      409,
      "The advisory is canceled: it can't be changed.",
    ]);
  });

  it('notifies its reviewers, its creator and the twin’s subscribers, except the acting user', async () => {
    const { db } = test.tenant;
    const [maker, subscriber, reading] = [
      await makeUser(db, { groups: ['VIEWERS'], recordTypes: ['advisory'] }),
      await makeUser(db, { groups: ['VIEWERS'] }),
      await makeUser(db, { groups: ['VIEWERS'] }),
    ];
    await db.insertInto('subscription').values({ user_id: subscriber, twin_id: twinId }).execute();
    const headers = await makeUserSession(db, maker);
    const body = { twinId, name: 'Seal', reviewerUserIds: [reading] };
    const draft: Advisory = (await call('POST', '/api/advisories', body, headers)).json();
    const submitted = await moved(draft, 'submit', {}, headers);
    const url = `/apps/twins/${twinId}/advisories/${draft.id}`;
    expect(await listNotifications(reading)).toEqual([
      { type: 'review', url, message: 'Pump: the advisory Seal is waiting for your review.' },
    ]);
    expect([...(await listNotifications(maker)), ...(await listNotifications(subscriber))]).toEqual([]);
    await moved(submitted, 'approve', {}, await makeUserSession(db, reading));
    const expected = [{ type: 'state', url, message: 'Pump: the advisory Seal is active.' }];
    expect(await listNotifications(maker)).toEqual(expected);
    expect(await listNotifications(subscriber)).toEqual(expected);
    await call('POST', `/api/advisories/${draft.id}/comments`, { text: 'Ordered.' }, headers);
    expect(await listNotifications(reading)).toContainEqual({
      type: 'comment',
      url,
      message: expect.stringMatching(/^Pump: user \w+ \d+ on the advisory Seal: Ordered\.$/),
    });
    await db.deleteFrom('subscription').where('twin_id', '=', twinId).execute();
  });

  it('is counted for its twin by state', async () => {
    const { db } = test.tenant;
    const twin = await makeTwin(db);
    await make({ twinId: twin });
    await moved(await make({ twinId: twin }), 'submit');
    const counts = await db
      .selectFrom('twin_advisory_count')
      .select(['state', 'count'])
      .where('twin_id', '=', twin)
      .orderBy('state')
      .execute();
    expect(counts).toEqual([
      { state: 'active', count: 1 },
      { state: 'draft', count: 1 },
    ]);
  });

  it('can be commented on by any user who may see it', async () => {
    const { id } = await make();
    const answer = await call('POST', `/api/advisories/${id}/comments`, { text: ' Looks worn. ' }, viewer);
    expect(answer.statusCode).toBe(201);
    expect((await get(id)).comments).toMatchObject([{ text: 'Looks worn.' }]);
    const trail = await test.tenant.db
      .selectFrom('audit_entry')
      .select('new')
      .where('entity_type', '=', 'advisory')
      .where('entity_id', '=', String(id))
      .where('action', '=', 'update')
      .execute();
    expect(trail).toEqual([{ new: { commented: 'Looks worn.' } }]);
    const empty = await call('POST', `/api/advisories/${id}/comments`, { text: ' ' }, viewer);
    expect(empty.json().message).toBe('text: Required.');
    expect((await call('POST', '/api/advisories/999999/comments', { text: 'x' })).statusCode).toBe(404);
  });
});

it('accepts concurrent comments', async () => {
  const { id } = await make();
  const texts = Array.from({ length: 20 }, (_, i) => `Comment ${i}`);
  const answers = await Promise.all(
    texts.map((text) => call('POST', `/api/advisories/${id}/comments`, { text })),
  );
  expect(answers.map((answer) => answer.statusCode)).toEqual(texts.map(() => 201));
  const { comments } = (await get(id)) as { comments: { text: string }[] };
  expect(comments.map((comment) => comment.text).sort()).toEqual(texts.toSorted());
});

describe('the list of advisories', () => {
  it('is filtered, sorted and paged in the database', async () => {
    const { db } = test.tenant;
    const twin = await makeTwin(db, { assetId: await makeAsset(db, { assetName: 'Fan' }) });
    const late = await make({ twinId: twin, name: 'Late', targetDate: '2020-01-01T00:00:00Z' });
    await moved(late, 'submit');
    const mine = await make({ twinId: twin, name: 'Mine', reviewerUserIds: [reviewerId], priority: 7 });
    await moved(mine, 'submit');
    const ofTwin = { field: 'TwinId', operator: 'EqualTo', value: twin };
    expect((await list([ofTwin])).map(({ name }) => name)).toEqual(['Mine', 'Late']);
    const overdue = await list([ofTwin, { field: 'Overdue', operator: 'EqualTo', value: true }]);
    expect(overdue.map(({ name }) => name)).toEqual(['Late']);
    const toReview = [ofTwin, { field: 'ToReview', operator: 'EqualTo', value: true }];
    expect((await list(toReview, reviewer)).map(({ name }) => name)).toEqual(['Mine']);
    expect(await list(toReview)).toEqual([]);
    const page = await call('POST', '/api/advisories/filters?page-size=1&page-number=2', {
      filters: [ofTwin],
      sorts: [{ field: 'Priority', direction: 'Ascending' }],
    });
    expect(page.headers['x-paging-total-records']).toBe('2');
    expect(page.json()).toMatchObject([{ name: 'Mine', assetName: 'Fan', priority: 7 }]);
    const unknown = await call('POST', '/api/advisories/filters', {
      filters: [{ field: 'Secret', operator: 'IsNull' }],
    });
    expect(unknown.statusCode).toBe(400);
  });

  it('is sorted by the risk at stake: of the failure modes, or else of the twin', async () => {
    const { db } = test.tenant;
    const twin = await makeTwin(db, { assetId: await makeAsset(db) });
    const assign = (owner: 'twin_id' | 'failure_mode_id', id: number, percent: number, money: number) =>
      sql`with of_probability as (
          insert into probability (${sql.ref(owner)}, value, failure_distribution_parameters)
          values (${id}, ${percent}, '{}'))
        insert into consequence (${sql.ref(owner)}, value) values (${id}, ${money})`.execute(db);
    const mode = async (name: string): Promise<number> =>
      (
        await sql<{
          id: number;
        }>`insert into failure_mode (twin_id, name) values (${twin}, ${name}) returning id`.execute(db)
      ).rows[0]!.id;
    const [leak, wear, unknown] = [await mode('Leak'), await mode('Wear'), await mode('Unknown')];
    await assign('failure_mode_id', leak, 20, 50_000);
    await assign('failure_mode_id', wear, 50, 1000);
    const none = await make({ twinId: await makeTwin(db), name: 'None' });
    expect(none.risk).toBeNull();
    expect((await make({ twinId: twin, name: 'Of nothing' })).risk).toBeNull();
    await assign('twin_id', twin, 10, 400_000);
    await make({ twinId: twin, name: 'Both', failureModeIds: [leak, wear, unknown] });
    await make({ twinId: twin, name: 'Without', failureModeIds: [unknown] });
    const page = await call('POST', '/api/advisories/filters', {
      filters: [
        { field: 'TwinId', operator: 'EqualTo', value: twin },
        { field: 'Risk', operator: 'GreaterThan', value: 10_000 },
      ],
      sorts: [{ field: 'Risk', direction: 'Ascending' }],
    });
    expect(page.json().map(({ name, risk }: { name: string; risk: number }) => [name, risk])).toEqual([
      ['Both', 10_500],
      ['Of nothing', 40_000],
      ['Without', 40_000],
    ]);
  });

  it('is exported as a workbook, with formulas escaped', async () => {
    const { db } = test.tenant;
    const site = await makeAsset(db);
    const twin = await makeTwin(db, { assetId: await makeAsset(db, { parentId: site }) });
    const { id } = await make({ twinId: twin, name: '=HYPERLINK("http://x")' });
    const inSite = await list([{ field: 'SiteId', operator: 'EqualTo', value: site }]);
    expect(inSite.map((one) => one.id)).toEqual([id]);
    const answer = await call('POST', '/api/advisories/export', {
      filters: [{ field: 'TwinId', operator: 'EqualTo', value: twin }],
    });
    expect(answer.headers['content-disposition']).toBe('attachment; filename="advisories.xlsx"');
    const rows = readSheets(answer.rawPayload).Advisories!;
    expect(rows.map((row) => row[2])).toEqual(['Advisory', '\'=HYPERLINK("http://x")']);
  });

  it.each([
    ['America/New_York', '2030-06-30T20:00:00.000Z'],
    ['Asia/Kolkata', '2030-07-01T05:30:00.000Z'],
  ])('is exported with times in the user’s zone %s, which the heading names', async (timeZone, wall) => {
    const twinId = await makeTwin(test.tenant.db);
    await make({ twinId, targetDate: '2030-07-01T00:00:00Z' });
    const there = await makeSession(test.tenant.db, { groups: ['VIEWERS'], timeZone });
    const filters = [{ field: 'TwinId', operator: 'EqualTo', value: twinId }];
    const answer = await test.ask('POST', '/api/advisories/export', there, { filters });
    const rows = readSheets(answer.rawPayload).Advisories!;
    expect(rows.map((row) => row[7])).toEqual([`Target date (${timeZone})`, toDays(wall)]);
  });

  it('sets priority, target date and reviewers of many advisories, and keeps omitted fields', async () => {
    const [one, other] = [await make({ comment: 'Stays', priority: 3 }), await make({ priority: 4 })];
    const canceled = await moved(await moved(await make(), 'submit'), 'cancel', { reason: 'No need' });
    const answer = await call('POST', '/api/advisories/changes', {
      advisoryIds: [one.id, canceled.id, other.id],
      change: { priority: 1, targetDate: '2030-01-01T00:00:00Z', reviewerUserIds: [reviewerId] },
    });
    expect(answer.statusCode).toBe(202);
    await runCommand(test.tenant, { 'change-advisories': changeAdvisories }, answer.json().commandId);
    expect((await call('GET', `/api/commands/${answer.json().commandId}`)).json()).toMatchObject({
      targetName: 'Change 3 advisories',
      status: 'done',
      result: {
        changed: 2,
        refused: 1,
        reasons: [{ advisoryId: canceled.id, message: "The advisory is canceled: it can't be changed." }],
      },
    });
    const set = { priority: 1, targetDate: '2030-01-01T00:00:00.000Z', reviewerUserIds: [reviewerId] };
    expect(await get(one.id)).toMatchObject({ ...set, comment: 'Stays', version: one.version + 1 });
    expect(await get(other.id)).toMatchObject(set);
    const refused = async (change: object) =>
      (await call('POST', '/api/advisories/changes', { advisoryIds: [one.id], change })).json().message;
    expect(await refused({})).toBe('change: Please change at least one field.');
    expect(await refused({ priority: 1001 })).toBe(
      'change.priority: Please enter a number between 0 and 1000.',
    );
  });

  it('changes the state of many with a command that counts rejections', async () => {
    const drafts = [await make(), await make()];
    const active = await moved(await make(), 'submit');
    const ids = [...drafts.map(({ id }) => id), active.id, 999_999];
    const answer = await call('POST', '/api/advisories/transition', {
      advisoryIds: ids,
      transition: 'submit',
    });
    expect(answer.statusCode).toBe(202);
    await runCommand(test.tenant, { 'change-advisories': changeAdvisories }, answer.json().commandId);
    const command = (await call('GET', `/api/commands/${answer.json().commandId}`)).json();
    expect(command).toMatchObject({
      targetName: 'Submit 4 advisories',
      status: 'done',
      percent: 100,
      result: {
        done: 4,
        changed: 2,
        refused: 2,
        reasons: [
          { advisoryId: active.id, message: 'Only a draft can be submitted; this one is active.' },
          { advisoryId: 999_999, message: 'Advisory not found.' },
        ],
      },
    });
    expect((await get(drafts[0]!.id)).state).toBe('active');
    const incomplete = await call('POST', '/api/advisories/transition', {
      advisoryIds: ids,
      transition: 'cancel',
    });
    expect(incomplete.json().message).toBe('reason: Required.');
  });
});

describe('files', () => {
  const boundary = 'a-boundary';
  const attach = (id: number, fileName: string, content: Buffer | string, headers = writer) =>
    test.app.inject({
      method: 'POST',
      url: `/api/advisories/${id}/attachments`,
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${fileName}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
        ),
        Buffer.from(content),
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    });
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(20)]);

  it('are attached, downloaded and removed', async () => {
    const { id } = await make();
    const answer = await attach(id, 'Lager Süd (1).png', png);
    expect(answer.statusCode, answer.body).toBe(201);
    const attachment = answer.json();
    expect(attachment).toMatchObject({ type: 'image/png', size: png.length });
    expect((await get(id)).attachments).toEqual([attachment]);
    const url = `/api/advisories/${id}/attachments/${attachment.id}`;
    const file = await call('GET', url, undefined, viewer);
    expect(file.rawPayload.equals(png)).toBe(true);
    expect(file.headers['content-type']).toBe('image/png');
    expect(file.headers['content-disposition']).toBe(
      'attachment; filename="Lager S_d _1_.png"; filename*=UTF-8\'\'Lager%20S%C3%BCd%20%281%29.png',
    );
    expect(file.headers['x-content-type-options']).toBe('nosniff');
    const other = await make();
    expect((await call('GET', `/api/advisories/${other.id}/attachments/${attachment.id}`)).statusCode).toBe(
      404,
    );
    expect((await call('DELETE', url)).statusCode).toBe(204);
    expect((await call('GET', url)).statusCode).toBe(404);
    expect((await get(id)).history.map(({ action }) => action)).toEqual(['detach', 'attach', 'make']);
  });

  it.each([
    ['text.txt', 'Lager Süd', 'text/plain; charset=utf-8'],
    ['table.csv', 'a;b', 'text/csv; charset=utf-8'],
    ['latin.txt', Buffer.from('Lager Süd', 'latin1'), 'application/octet-stream'],
  ])('name the charset of text: %s', async (name, content, type) => {
    const { id } = await make();
    const attachment = (await attach(id, name, content)).json();
    const file = await call('GET', `/api/advisories/${id}/attachments/${attachment.id}`);
    expect(file.headers['content-type']).toBe(type);
    expect(file.rawPayload.equals(Buffer.from(content))).toBe(true);
  });

  it('are rejected if empty, too large, of an unknown type, or with content of another type', async () => {
    const { id } = await make();
    const kinds = 'csv, docx, gif, jpeg, jpg, pdf, png, pptx, txt, webp, xlsx, zip';
    const cases = [
      ['page.html', '<script>', 400, `Please choose a file of one of these kinds: ${kinds}.`],
      ['x.constructor', 'x', 400, `Please choose a file of one of these kinds: ${kinds}.`],
      ['x.__proto__', 'x', 400, `Please choose a file of one of these kinds: ${kinds}.`],
      ['picture.png', '<script>', 400, 'picture.png is not what its name says it is.'],
      ['notes.txt', 'a\0b', 400, 'notes.txt is not what its name says it is.'],
      ['notes.txt', '', 400, 'The file is empty.'],
      ['notes.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 413, 'The file is larger than 10 MB.'],
    ] as const;
    for (const [name, content, status, message] of cases) {
      const answer = await attach(id, name, content);
      expect([answer.statusCode, answer.json().message]).toEqual([status, message]);
    }
    expect((await attach(id, 'notes.txt', 'x', viewer)).statusCode).toBe(403);
    expect((await attach(999_999, 'notes.txt', 'x')).statusCode).toBe(404);
    expect((await get(id)).attachments).toEqual([]);
  });
});

describe('the advisories of a protection', () => {
  it('are counted by outcome', async () => {
    const { db } = test.tenant;
    const protectionId = await makeProtection(db, { twinId });
    const url = `/api/indicators/${protectionId}/advisories/outcomes`;
    expect((await call('GET', url)).json()).toMatchObject({ open: 0, precision: null });
    for (const outcome of ['confirmed', 'prevented', 'false-alarm', 'false-alarm', 'no-action']) {
      const active = await moved(await make({ protectionId }), 'submit');
      await moved(active, 'close', { outcome, remediationId });
    }
    await make({ protectionId });
    expect((await call('GET', url, undefined, viewer)).json()).toEqual({
      protectionId,
      confirmed: 1,
      prevented: 1,
      falseAlarm: 2,
      noAction: 1,
      open: 1,
      precision: 0.5,
    });
    expect((await call('GET', '/api/indicators/999999/advisories/outcomes')).statusCode).toBe(404);
  });
});

describe('all calls', () => {
  it('answer 401 without a session and 403 without the right', async () => {
    const { id, version } = await make();
    expect((await call('GET', `/api/advisories/${id}`, undefined, {})).statusCode).toBe(401);
    for (const [method, url, body] of [
      ['POST', '/api/advisories', { twinId, name: 'x' }],
      ['PUT', `/api/advisories/${id}`, { name: 'x', version }],
      ['DELETE', `/api/advisories/${id}`, undefined],
      ['POST', `/api/advisories/${id}/transition`, { transition: 'submit', version }],
    ] as const) {
      const answer = await call(method, url, body, viewer);
      expect([answer.statusCode, answer.json().message]).toEqual([
        403,
        'You do not have sufficient privileges to access this page.',
      ]);
    }
    expect((await call('GET', '/api/advisories/999999')).json().message).toBe('Advisory not found.');
  });
});
