import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Method, type TestApp } from '../../../testing/app.ts';
import { makeSession, makeUser, makeUserSession, makeViewerSession } from '../../../testing/factories.ts';

let test: TestApp;
let manager: Record<string, string>;
let viewer: Record<string, string>;
let other: Record<string, string>;
beforeAll(async () => {
  test = await createTestApp();
  const { db } = test.tenant;
  manager = await makeSession(db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
  viewer = await makeViewerSession(db);
  other = await makeViewerSession(db);
});
afterAll(() => test.close());

const path = '/api/dashboards';
const ask = (method: Method, url: string, body?: unknown, headers = manager) =>
  test.ask(method, url, headers, body);
const note = (id: string, more: object = {}) => ({
  id,
  kind: 'text',
  x: 0,
  y: 0,
  w: 4,
  h: 2,
  text: 'Hello',
  ...more,
});
async function make(fields: object = {}, headers = manager): Promise<Dashboard> {
  const answer = await ask(
    'POST',
    path,
    { name: 'Night', content: { cards: [note('a')] }, ...fields },
    headers,
  );
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const status = async (answer: Promise<{ statusCode: number }>) => (await answer).statusCode;

describe('dashboards', () => {
  it('belong to their user, who can change, copy and delete them', async () => {
    const made = await make({ description: 'For the night shift' }, viewer);
    expect(made).toMatchObject({
      sharing: 'private',
      readyMade: false,
      mayEdit: true,
      cardCount: 1,
      version: 1,
    });
    expect(made.content).toMatchObject({ variables: [], range: { from: 'now-30d', to: 'now' } });
    const changed = await ask(
      'PUT',
      `${path}/${made.id}`,
      { name: 'Day', content: { cards: [] }, version: 1 },
      viewer,
    );
    expect(changed.json()).toMatchObject({ name: 'Day', cardCount: 0, version: 2 });
    const late = await ask(
      'PUT',
      `${path}/${made.id}`,
      { name: 'Late', content: { cards: [] }, version: 1 },
      viewer,
    );
    expect([late.statusCode, late.json().current.name]).toEqual([409, 'Day']);
    const copy = await ask('POST', `${path}/${made.id}/copy`, { name: 'Copy' }, viewer);
    expect(copy.json()).toMatchObject({ name: 'Copy', cardCount: 0, version: 1 });
    expect(await status(ask('DELETE', `${path}/${made.id}`, undefined, viewer))).toBe(204);
    expect(await status(ask('GET', `${path}/${made.id}`, undefined, viewer))).toBe(404);
  });

  it('that are private are hidden from other users', async () => {
    const { id } = await make({}, viewer);
    for (const headers of [other, manager]) {
      expect(await status(ask('GET', `${path}/${id}`, undefined, headers))).toBe(404);
      expect(await status(ask('DELETE', `${path}/${id}`, undefined, headers))).toBe(404);
      expect(await status(ask('GET', `${path}/${id}/versions`, undefined, headers))).toBe(404);
      expect(await status(ask('GET', `${path}/${id}/export`, undefined, headers))).toBe(404);
    }
    const listed = await ask('POST', `${path}/filters`, {}, other);
    expect(listed.json().map((one: Dashboard) => one.id)).not.toContain(id);
  });

  it('that are shared can be opened by all, and changed by managers and their owner', async () => {
    const shared = await make({ sharing: 'tenant' });
    const seen = await ask('GET', `${path}/${shared.id}`, undefined, viewer);
    expect(seen.json()).toMatchObject({ name: 'Night', mayEdit: false });
    const change = { name: 'Mine', content: { cards: [] }, sharing: 'tenant', version: 1 };
    const refused = await ask('PUT', `${path}/${shared.id}`, change, viewer);
    expect([refused.statusCode, refused.json().message]).toEqual([
      403,
      'Only its owner and dashboard managers may change it.',
    ]);
    const alone = await ask('POST', path, { name: 'No', content: { cards: [] }, sharing: 'tenant' }, viewer);
    expect([alone.statusCode, alone.json().message]).toEqual([
      403,
      'Only dashboard managers may share a dashboard.',
    ]);
    const own = await make({}, viewer);
    const share = { name: 'Own', content: { cards: [] }, sharing: 'tenant', version: 1 };
    expect(await status(ask('PUT', `${path}/${own.id}`, share, viewer))).toBe(403);
    const second = await makeSession(test.tenant.db, { groups: ['VIEWERS', 'DASHBOARD_MANAGERS'] });
    const hidden = await ask('PUT', `${path}/${shared.id}`, { ...change, sharing: 'private' }, second);
    expect([hidden.statusCode, hidden.json().message]).toEqual([403, 'Only its owner may make it private.']);
    expect((await ask('PUT', `${path}/${shared.id}`, change, second)).json()).toMatchObject({ name: 'Mine' });
  });

  it.each([
    ['two cards of one id', [note('a'), note('a')], 'content.cards.1.id: Please give each card its own id.'],
    ['a card past the last column', [note('a', { x: 9 })], 'content.cards.0.w: The grid has 12 columns.'],
    ['an unknown kind of card', [note('a', { kind: 'frame' })], null],
    ['a link as an id', [note('../a')], null],
    ['201 cards', Array.from({ length: 201 }, (_, place) => note(`c${place}`)), null],
  ])('refuse %s', async (_, cards, message) => {
    const answer = await ask('POST', path, { name: 'No', content: { cards } });
    expect(answer.statusCode).toBe(400);
    if (message) expect(answer.json().message).toBe(message);
  });

  it('can have 200 cards', async () => {
    const cards = Array.from({ length: 200 }, (_, place) => note(`c${place}`, { y: place }));
    expect((await make({ content: { cards } })).cardCount).toBe(200);
  });

  it('that are ready-made are listed, opened and copied, and can’t be changed', async () => {
    const listed = (await ask('GET', `${path}/ready-made`, undefined, viewer)).json();
    expect(listed.map((one: Dashboard) => [one.id, one.name])).toEqual([
      ['plant-risk', 'Plant risk'],
      ['work-and-advisories', 'Work and advisories'],
      ['data-health', 'Data health'],
      ['alarm-performance', 'Alarm performance'],
      ['engine-fleet', 'Fleet of engines'],
    ]);
    const { content } = (await ask('GET', `${path}/plant-risk`, undefined, viewer)).json();
    const copied = await ask('POST', `${path}/plant-risk/copy`, { name: 'My risk' }, viewer);
    expect(copied.json()).toMatchObject({ name: 'My risk', sharing: 'private', content });
    const change = { name: 'Mine', content: { cards: [] }, version: 1 };
    const refused = await ask('PUT', `${path}/plant-risk`, change);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'The product’s own dashboards can’t be changed: copy it.',
    ]);
    expect(await status(ask('DELETE', `${path}/plant-risk`))).toBe(409);
    expect(await status(ask('GET', `${path}/nothing`))).toBe(400);
  });
});

describe('versions', () => {
  it('are stored with their author and can be restored', async () => {
    const { db } = test.tenant;
    const author = await makeUserSession(db, await makeUser(db, { groups: ['VIEWERS'] }));
    const made = await make({}, author);
    const at = `${path}/${made.id}`;
    await ask('PUT', at, { name: 'Day', content: { cards: [] }, version: 1 }, author);
    const restored = await ask('POST', `${at}/versions/1/restore`, { version: 2 }, author);
    expect(restored.json()).toMatchObject({ name: 'Night', cardCount: 1, version: 3 });
    const versions = (await ask('GET', `${at}/versions`, undefined, author)).json();
    expect(versions.map((one: { version: number; name: string }) => [one.version, one.name])).toEqual([
      [3, 'Night'],
      [2, 'Day'],
      [1, 'Night'],
    ]);
    expect(await status(ask('POST', `${at}/versions/9/restore`, { version: 3 }, author))).toBe(404);
    expect(await status(ask('POST', `${at}/versions/1/restore`, { version: 2 }, author))).toBe(409);
  });
});

describe('the start dashboard', () => {
  const start = '/api/settings/user/start-dashboard';
  it('is the user’s own, otherwise that of a group, otherwise Plant risk', async () => {
    const { db } = test.tenant;
    const own = await makeSession(db, { groups: ['VIEWERS', 'LIST_MANAGERS'] });
    const first = async () => (await ask('GET', start, undefined, own)).json();
    expect(await first()).toEqual({ id: 'plant-risk', chosenBy: 'product' });
    const shared = await make({ sharing: 'tenant' });
    const set = await ask('PUT', `${path}/groups/LIST_MANAGERS`, { id: shared.id });
    expect(set.json()).toContainEqual({ group: 'LIST_MANAGERS', caption: expect.any(String), id: shared.id });
    expect(await first()).toEqual({ id: shared.id, chosenBy: 'group' });
    await ask('POST', start, { id: 'data-health' }, own);
    expect(await first()).toEqual({ id: 'data-health', chosenBy: 'user' });
    await ask('POST', start, { id: null }, own);
    await ask('DELETE', `${path}/${shared.id}`);
    expect(await first()).toEqual({ id: 'plant-risk', chosenBy: 'product' });
  });

  it('of a group must be one that its members may open', async () => {
    const { id } = await make();
    const refused = await ask('PUT', `${path}/groups/VIEWERS`, { id });
    expect(refused.statusCode).toBe(409);
    expect(await status(ask('PUT', `${path}/groups/NOBODY`, { id: null }))).toBe(404);
    expect(await status(ask('PUT', `${path}/groups/VIEWERS`, { id: null }, viewer))).toBe(403);
    expect(await status(ask('POST', start, { id: '999999999' }, viewer))).toBe(404);
  });
});

it('the calls for dashboards require a session', async () => {
  expect(await status(ask('GET', `${path}/plant-risk`, undefined, {}))).toBe(401);
  expect(await status(ask('POST', path, { name: 'No', content: { cards: [] } }, {}))).toBe(401);
});
