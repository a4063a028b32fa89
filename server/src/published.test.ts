import type { ChangedKind, LiveEvent } from '@twinward/contracts/core/event';
import { routes } from '@twinward/contracts/core/routes';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendMail } from './modules/system/mail/service.ts';
import { withTransaction } from './platform/database/transaction.ts';
import { createTestApp, type Method, type TestApp } from './testing/app.ts';
import { makeAsset, makeSession, makeTag, makeTwin } from './testing/factories.ts';

/** What a call publishes: a kind of `changed`, another event, or nothing as it only reads. */
type Published = ChangedKind | Exclude<LiveEvent['type'], 'changed'> | 'reads';

/** Every call that is no GET, with what it publishes. */
const table: Record<string, Published> = {
  'POST /api/activities': 'activity',
  'DELETE /api/activities/:id': 'activity',
  'PUT /api/activities/:id': 'activity',
  'POST /api/advisories': 'advisory',
  'DELETE /api/advisories/:id': 'advisory',
  'PUT /api/advisories/:id': 'advisory',
  'POST /api/advisories/:id/attachments': 'advisory',
  'DELETE /api/advisories/:id/attachments/:attachmentId': 'advisory',
  'POST /api/advisories/:id/comments': 'advisory',
  'POST /api/advisories/:id/transition': 'advisory',
  'POST /api/advisories/export': 'reads',
  'POST /api/advisories/filters': 'reads',
  'POST /api/advisories/changes': 'command',
  'POST /api/advisories/transition': 'command',
  'POST /api/assets': 'asset',
  'DELETE /api/assets/:id': 'asset',
  'PUT /api/assets/:id': 'asset',
  'PUT /api/assets/:id/parent': 'asset',
  'PUT /api/assets/:id/taxonomy': 'asset',
  'POST /api/assets/export': 'reads',
  'POST /api/assets/filters': 'reads',
  'POST /api/assets/imports': 'command',
  'POST /api/assets/imports/:commandId/rows/filters': 'reads',
  'POST /api/assets/imports/:commandId/run': 'command',
  'PUT /api/assets/:id/mtbf/calc': 'work',
  'POST /api/audit/filters': 'reads',
  'POST /api/commands/:commandId/cancel': 'command',
  'POST /api/commands/filters': 'reads',
  'POST /api/consequences': 'consequence',
  'DELETE /api/consequences/:id': 'consequence',
  'PUT /api/consequences/:id': 'consequence',
  'POST /api/data-points': 'points',
  'POST /api/excursions/filters': 'reads',
  'POST /api/failure-modes': 'failure-mode',
  'DELETE /api/failure-modes/:id': 'failure-mode',
  'PUT /api/failure-modes/with-risk': 'failure-mode',
  'POST /api/failure-modes/export': 'reads',
  'POST /api/failure-modes/filters': 'reads',
  'POST /api/groups': 'group',
  'DELETE /api/groups/:name': 'group',
  'PUT /api/groups/:name': 'group',
  'POST /api/groups/filters': 'reads',
  'POST /api/imports': 'command',
  'POST /api/indicators': 'protection',
  'POST /api/indicators/explain': 'reads',
  'POST /api/indicators/filters': 'reads',
  'POST /api/indicators/preview': 'reads',
  'POST /api/indicators/shelve': 'protection',
  'POST /api/indicators/unshelve': 'protection',
  'POST /api/indicators/with-activity': 'protection',
  'PUT /api/indicators/:id': 'protection',
  'DELETE /api/indicators/:id': 'protection',
  'POST /api/indicators/:id/retry': 'evaluated',
  'DELETE /api/indicators/:id/simulations': 'simulation',
  'PUT /api/indicators/:id/with-activity': 'protection',
  'DELETE /api/library/models/mtbf/:id': 'benchmark',
  'PUT /api/library/models/mtbf/:id': 'benchmark',
  'POST /api/library/models/mtbf/import': 'benchmark',
  'POST /api/life-data': 'reads',
  'PUT /api/life-data/benchmarks/:id': 'benchmark',
  'PUT /api/life-data/riskanalyses/:id': 'risk-analysis-asset',
  'PUT /api/life-data/riskanalyses/:id/assets/:assetId': 'risk-analysis-asset',
  'PUT /api/life-data/twins/:id': 'twin',
  'POST /api/login': 'audit',
  'POST /api/login/external': 'audit',
  'POST /api/login/second-factor': 'audit',
  'POST /api/logout': 'audit',
  'POST /api/mail/filters': 'reads',
  'DELETE /api/notifications': 'notifications',
  'PUT /api/notifications': 'notifications',
  'DELETE /api/notifications/:id': 'notifications',
  'PUT /api/notifications/:id': 'notifications',
  'POST /api/riskanalyses/': 'risk-analysis',
  'POST /api/riskanalyses/filters': 'reads',
  'PUT /api/riskanalyses/:id': 'risk-analysis',
  'DELETE /api/riskanalyses/:id': 'risk-analysis',
  'POST /api/riskanalyses/:id/assets': 'risk-analysis',
  'POST /api/riskanalyses/:id/assets/export': 'reads',
  'POST /api/riskanalyses/:id/assets/filters': 'reads',
  'POST /api/riskanalyses/:id/assets/remove': 'risk-analysis',
  'PUT /api/riskanalyses/:id/assets/:assetId': 'risk-analysis-asset',
  'POST /api/riskanalyses/:id/assets/:assetId/probabilities': 'risk-analysis-asset',
  'PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId': 'risk-analysis-asset',
  'DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId': 'risk-analysis-asset',
  'POST /api/riskanalyses/:id/assets/:assetId/options': 'improvement-option',
  'PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'improvement-option',
  'DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'improvement-option',
  'POST /api/riskanalyses/:id/assets/imports': 'command',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/run': 'command',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/rows/filters': 'reads',
  'POST /api/riskanalyses/:id/budget': 'reads',
  'PUT /api/riskanalyses/:id/improvements/costs': 'risk-analysis',
  'POST /api/riskanalyses/:id/scenarios': 'scenario',
  'DELETE /api/riskanalyses/:id/scenarios/:scenarioId': 'scenario',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters': 'reads',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate': 'scenario',
  'PUT /api/settings/riskmatrix': 'setting',
  'POST /api/search': 'reads',
  'POST /api/security/match': 'reads',
  'POST /api/security/resolve': 'reads',
  'DELETE /api/user/current/email-change': 'user',
  'DELETE /api/user/current/sessions': 'sessions',
  'DELETE /api/user/current/sessions/:sessionId': 'sessions',
  'POST /api/user/current/second-factor/passkeys': 'reads',
  'POST /api/user/current/second-factor/passkeys/:passkeyId/remove': 'user',
  'POST /api/user/current/second-factor/passkeys/confirm': 'user',
  'POST /api/user/current/second-factor/recovery-codes': 'user',
  'POST /api/user/current/second-factor/totp': 'reads',
  'POST /api/user/current/second-factor/totp/confirm': 'user',
  'POST /api/user/current/second-factor/totp/remove': 'user',
  'POST /api/user/current/update': 'user',
  'POST /api/user/current/update/password': 'user',
  'POST /api/user/email/confirm': 'user',
  'POST /api/user/password/request-reset': 'user',
  'POST /api/user/password/reset': 'user',
  'POST /api/users': 'user',
  'PUT /api/users/:id': 'user',
  'POST /api/users/:id/second-factor/reset': 'user',
  'POST /api/users/:id/unlock': 'user',
  'POST /api/users/filters': 'reads',
  // Only the session itself changes, and its answer says so.
  'POST /api/sessions': 'reads',
  'POST /api/settings/notification': 'user-setting',
  'POST /api/settings/security/identity-provider': 'setting',
  'POST /api/settings/security/second-factor': 'setting',
  'POST /api/settings/security/sessions': 'setting',
  'POST /api/settings/security/test': 'audit',
  'POST /api/settings/system/early-points': 'setting',
  'POST /api/settings/system/demo/clear': 'command',
  'POST /api/settings/system/demo/load': 'command',
  'POST /api/settings/system/edition': 'setting',
  'POST /api/settings/system/help': 'setting',
  'POST /api/settings/system/mail': 'setting',
  'POST /api/settings/system/mail/test': 'reads',
  'POST /api/settings/system/time-zone': 'setting',
  'POST /api/settings/system/video': 'setting',
  'POST /api/settings/user/appearance': 'user-setting',
  'POST /api/settings/user/units': 'user-setting',
  'POST /api/settings/user/watchlistsort': 'user-setting',
  'POST /api/simulations': 'simulation',
  'DELETE /api/simulations/:id': 'simulation',
  'POST /api/simulations/:id/apply': 'simulation',
  'POST /api/tag-aliases': 'tag-alias',
  'DELETE /api/tag-aliases/:id': 'tag-alias',
  'PUT /api/tag-aliases/:id': 'tag-alias',
  'POST /api/tag-aliases/mappings': 'command',
  'POST /api/tag-aliases/mappings/:commandId/apply': 'command',
  'POST /api/tag-aliases/mappings/:commandId/undo': 'command',
  'POST /api/tag-aliases/modifications': 'tag-alias',
  'POST /api/tag-aliases/suggestions': 'reads',
  'POST /api/tag-aliases/:id/unit-change': 'reads',
  'PUT /api/tag-aliases/unit-reviews/:id': 'tag-alias',
  'POST /api/tag-aliases/unit-reviews/filters': 'reads',
  'POST /api/tags': 'tag',
  'DELETE /api/tags/:id': 'tag',
  'PUT /api/tags/:id': 'tag',
  'DELETE /api/tags/:id/data-points': 'data points',
  'POST /api/tags/:id/data-points': 'points',
  'POST /api/tags/:id/data-points/counter': 'reads',
  'POST /api/tags/:id/recalculate': 'command',
  'POST /api/tags/:tagId/work/filters': 'reads',
  'POST /api/tags/data-points/oldest': 'reads',
  'POST /api/tags/export': 'reads',
  'POST /api/tags/filters': 'reads',
  'POST /api/tags/imports': 'command',
  'POST /api/tags/imports/:commandId/rows/filters': 'reads',
  'POST /api/tags/imports/:commandId/run': 'command',
  'POST /api/tags/preview': 'reads',
  'POST /api/tags/search': 'reads',
  'POST /api/tags/:id/unit-change': 'reads',
  'POST /api/tags/work/oldest': 'reads',
  'POST /api/twins': 'twin',
  'DELETE /api/twins/:id': 'twin',
  'PUT /api/twins/:id': 'twin',
  'POST /api/twins/:id/copy': 'command',
  'POST /api/twins/:id/marked-ranges': 'twin',
  'DELETE /api/twins/:id/marked-ranges/:rangeId': 'twin',
  'PUT /api/twins/active': 'twin',
  'PUT /api/twins/with-risk': 'twin',
  'POST /api/twins/filters': 'reads',
  'DELETE /api/twins/subscriptions/:id': 'mark',
  'POST /api/twins/subscriptions/:id': 'mark',
  'DELETE /api/twins/watches': 'mark',
  'POST /api/twins/watches': 'mark',
  'DELETE /api/twins/watches/:id': 'mark',
  'POST /api/twins/watches/:id': 'mark',
  'POST /api/work': 'work',
  'DELETE /api/work/:id': 'work',
  'PUT /api/work/:id': 'work',
  'POST /api/work/export': 'reads',
  'POST /api/work/filters': 'reads',
  'POST /api/work/imports': 'command',
  'POST /api/work/imports/:commandId/rows/filters': 'reads',
  'POST /api/work/imports/:commandId/run': 'command',
  'POST /api/work/totals': 'reads',
};

let server: TestApp;
let admin: Record<string, string>;
let listener: pg.Client;
let heard: LiveEvent[] = [];

beforeAll(async () => {
  server = await createTestApp();
  admin = await makeSession(server.tenant.db, { isAdmin: true });
  listener = new pg.Client({ connectionString: server.tenant.connectionString });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload!).event));
  await listener.query('listen twinward_events');
});
afterAll(async () => {
  await listener.end();
  await server.close();
});

it('lists every call that may write, and says what it publishes', () => {
  const writing = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(table).sort()).toEqual(writing.sort());
});

describe('a write publishes', () => {
  /** Makes a call, and expects what the table says of it. @returns the answer. */
  async function write(route: keyof typeof table & string, url: string, body?: unknown) {
    const [method, path] = route.split(' ') as [Method, string];
    expect(table[route], route).toBeDefined();
    heard = [];
    const answer = await server.ask(method, url || path, admin, body);
    expect(answer.statusCode, `${route}: ${answer.body}`).toBeLessThan(300);
    const kinds = () => heard.map((event) => (event.type === 'changed' ? event.kind : event.type));
    await expect.poll(kinds, { message: route }).toContain(table[route]);
    return answer.body === '' ? null : answer.json();
  }

  it('what concerns assets, twins and their inputs', async () => {
    const asset = await write('POST /api/assets', '', { uniqueId: 'A-1', assetName: 'Pump' });
    await write('PUT /api/assets/:id', `/api/assets/${asset.id}`, {
      ...{ uniqueId: 'A-1', assetName: 'Pump 1', version: asset.version },
    });
    const twin = await write('POST /api/twins', '', { assetId: asset.id });
    const [tag] = await write('POST /api/tags', '', [
      { name: 'T-1', caption: 'Flow', type: 'data_point', assetIds: [asset.id] },
    ]);
    const alias = await write('POST /api/tag-aliases', '', { twinId: twin.id, name: 'Flow' });
    await write('PUT /api/tag-aliases/:id', `/api/tag-aliases/${alias.id}`, {
      ...{ name: 'Flow', mappedTagId: tag.id, version: alias.version },
    });
    const [calculated] = await write('POST /api/tags', '', [
      { name: 'C-1', caption: 'Double', type: 'calculated' },
    ]);
    await write('PUT /api/twins/active', '', { twinIds: [twin.id], active: true });
    await write('DELETE /api/tags/:id', `/api/tags/${calculated.id}`);
    await write('POST /api/failure-modes', '', { twinId: twin.id, name: 'Leak' });
    await write('POST /api/activities', '', { twinId: twin.id, name: 'Service' });
    await write('DELETE /api/twins/:id', `/api/twins/${twin.id}`);
    await write('DELETE /api/assets/:id', `/api/assets/${asset.id}`);
  });

  it('what concerns protections, their simulations and what is known of them', async () => {
    const twinId = await makeTwin(server.tenant.db);
    const [protection] = await write('POST /api/indicators', '', [
      { twinId, name: 'High', thresholds: [{ name: 'High', logic: '1 > 2', level: 500 }] },
    ]);
    const of = `/api/indicators/${protection.id}`;
    const ranges = `/api/twins/${twinId}/marked-ranges`;
    const range = await write('POST /api/twins/:id/marked-ranges', ranges, {
      ...{ start: '2024-01-01T00:00:00Z', end: '2024-01-02T00:00:00Z' },
    });
    await write('DELETE /api/twins/:id/marked-ranges/:rangeId', `${ranges}/${range.id}`);
    await write('POST /api/simulations', '', { indicatorId: protection.id, twinId });
    await write('DELETE /api/indicators/:id/simulations', `${of}/simulations`);
    await write('DELETE /api/indicators/:id', of);
  });

  it('what concerns risk analyses, benchmarks and bands', async () => {
    const { db } = server.tenant;
    const assetId = await makeAsset(db);
    const [analysis] = await write('POST /api/riskanalyses/', '', [
      { name: 'Next year', startDate: '2024-01-01T00:00:00Z', missionTime: 'P1Y' },
    ]);
    const of = `/api/riskanalyses/${analysis.id}`;
    await write('POST /api/riskanalyses/:id/assets', `${of}/assets`, [assetId]);
    await write('PUT /api/riskanalyses/:id/assets/:assetId', `${of}/assets/${assetId}`, {
      ...{ improve: true, version: 1 },
    });
    await write('DELETE /api/riskanalyses/:id', of);
    const entry = await db.selectFrom('taxonomy_entry').select('id').executeTakeFirstOrThrow();
    await write('PUT /api/library/models/mtbf/:id', `/api/library/models/mtbf/${entry.id}`, {
      ...{ mtbfDays: 1000, shape: 2, source: 'Handbook', version: null },
    });
    await write('DELETE /api/library/models/mtbf/:id', `/api/library/models/mtbf/${entry.id}`);
    const bands = (await server.ask('GET', '/api/settings/riskmatrix', admin)).json();
    await write('PUT /api/settings/riskmatrix', '', { ...bands, consequence: [1, 2, 3, 4] });
  });

  it('what concerns work', async () => {
    const tagId = await makeTag(server.tenant.db, { type: 'work' });
    const work = await write('POST /api/work', '', { tagId, name: 'Service', kind: 'preventive' });
    await write('DELETE /api/work/:id', `/api/work/${work.id}`);
  });

  it('what concerns users, groups and settings', async () => {
    const user = await write('POST /api/users', '', {
      ...{ userName: 'eve', firstName: 'Eve', lastName: 'Hill' },
    });
    expect(user.id).toBeGreaterThan(0);
    await write('POST /api/groups', '', { name: 'NIGHT', caption: 'Night shift' });
    await write('DELETE /api/groups/:name', '/api/groups/NIGHT');
    await write('POST /api/settings/system/early-points', '', { toleranceMinutes: 20 });
  });

  it('what concerns the user alone', async () => {
    const twinId = await makeTwin(server.tenant.db);
    await write('POST /api/twins/watches/:id', `/api/twins/watches/${twinId}`);
    await write('DELETE /api/twins/watches/:id', `/api/twins/watches/${twinId}`);
    await write('POST /api/twins/subscriptions/:id', `/api/twins/subscriptions/${twinId}`);
    await write('POST /api/settings/user/units', '', { units: {} });
    await write('POST /api/settings/user/watchlistsort', '', { value: 'level' });
  });

  it('a mail that waits in the outbox', async () => {
    heard = [];
    await withTransaction(server.tenant.db, (db) =>
      sendMail(db, { to: 'a@example.com', subject: 'Hello', text: 'World' }),
    );
    await expect.poll(() => heard).toContainEqual({ type: 'changed', kind: 'mail' });
  });
});
