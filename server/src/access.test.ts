import { type Group, groups, type RecordType } from '@twinward/contracts/access/access';
import { routes } from '@twinward/contracts/core/routes';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from './testing/app.ts';
import { type MakeUser, makeSessionOf, makeUser } from './testing/factories.ts';
import { headersOf, unknownSessionId } from './testing/headers.ts';

/** Whom a call admits beside administrators; `writing` asks for a record type too. */
type Admits = 'public' | 'anyone' | Group | `VIEWERS writing ${RecordType}`;

/** Written by hand and compared with what the server does: who changes a call's access changes its row. */
const table: Record<string, Admits> = {
  'POST /api/activities': 'VIEWERS writing twin',
  'DELETE /api/activities/:id': 'VIEWERS writing twin',
  'PUT /api/activities/:id': 'VIEWERS writing twin',
  'POST /api/advisories': 'VIEWERS writing advisory',
  'DELETE /api/advisories/:id': 'VIEWERS writing advisory',
  'GET /api/advisories/:id': 'VIEWERS',
  'PUT /api/advisories/:id': 'VIEWERS writing advisory',
  'POST /api/advisories/:id/attachments': 'VIEWERS writing advisory',
  'DELETE /api/advisories/:id/attachments/:attachmentId': 'VIEWERS writing advisory',
  'GET /api/advisories/:id/attachments/:attachmentId': 'VIEWERS',
  'POST /api/advisories/:id/comments': 'VIEWERS',
  'POST /api/advisories/:id/transition': 'VIEWERS',
  'POST /api/advisories/export': 'VIEWERS',
  'POST /api/advisories/filters': 'VIEWERS',
  'POST /api/advisories/changes': 'VIEWERS writing advisory',
  'POST /api/advisories/transition': 'VIEWERS',
  'GET /api/assets': 'VIEWERS',
  'POST /api/assets/export': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/export': 'VIEWERS',
  'POST /api/assets': 'VIEWERS writing asset',
  'DELETE /api/assets/:id': 'VIEWERS writing asset',
  'GET /api/assets/:id': 'VIEWERS',
  'PUT /api/assets/:id': 'VIEWERS writing asset',
  'PUT /api/assets/:id/parent': 'VIEWERS writing asset',
  'GET /api/assets/:id/tags': 'VIEWERS',
  'PUT /api/assets/:id/taxonomy': 'VIEWERS writing asset',
  'GET /api/assets/children': 'VIEWERS',
  'POST /api/assets/filters': 'VIEWERS',
  'POST /api/assets/imports': 'VIEWERS writing asset',
  'POST /api/assets/imports/:commandId/rows/filters': 'VIEWERS writing asset',
  'GET /api/assets/imports/:commandId/rows.csv': 'VIEWERS writing asset',
  'POST /api/assets/imports/:commandId/run': 'VIEWERS writing asset',
  'GET /api/assets/imports/template': 'VIEWERS writing asset',
  'GET /api/assets/:id/mtbf': 'VIEWERS',
  'PUT /api/assets/:id/mtbf/calc': 'VIEWERS writing asset',
  'GET /api/assets/taxonomy/list': 'VIEWERS',
  'POST /api/audit/filters': 'SECURITY_ADMINISTRATORS',
  'GET /api/commands/:commandId': 'anyone',
  'POST /api/commands/:commandId/cancel': 'anyone',
  'POST /api/commands/filters': 'anyone',
  'POST /api/consequences': 'VIEWERS writing twin',
  'DELETE /api/consequences/:id': 'VIEWERS writing twin',
  'PUT /api/consequences/:id': 'VIEWERS writing twin',
  'GET /api/consequences/parent/:id': 'VIEWERS',
  'POST /api/data-points': 'VIEWERS writing tag',
  'GET /api/excursions/bad-actors': 'VIEWERS',
  'GET /api/excursions/chattering': 'VIEWERS',
  'POST /api/excursions/filters': 'VIEWERS',
  'GET /api/excursions/standing': 'VIEWERS',
  'POST /api/failure-modes': 'VIEWERS writing twin',
  'DELETE /api/failure-modes/:id': 'VIEWERS writing twin',
  'PUT /api/failure-modes/with-risk': 'VIEWERS writing twin',
  'GET /api/failure-modes/coverage': 'VIEWERS',
  'POST /api/failure-modes/export': 'VIEWERS',
  'POST /api/failure-modes/filters': 'VIEWERS',
  'POST /api/groups': 'SECURITY_ADMINISTRATORS',
  'DELETE /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'GET /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'PUT /api/groups/:name': 'SECURITY_ADMINISTRATORS',
  'POST /api/groups/filters': 'SECURITY_ADMINISTRATORS',
  'POST /api/imports': 'VIEWERS writing tag',
  'GET /api/imports/:commandId/refused': 'VIEWERS writing tag',
  'POST /api/indicators': 'VIEWERS writing protection',
  'POST /api/indicators/explain': 'VIEWERS',
  'POST /api/indicators/filters': 'VIEWERS',
  'GET /api/indicators/levels': 'VIEWERS',
  'POST /api/indicators/preview': 'VIEWERS',
  'POST /api/indicators/shelve': 'VIEWERS writing protection',
  'POST /api/indicators/unshelve': 'VIEWERS writing protection',
  'POST /api/indicators/with-activity': 'VIEWERS writing protection',
  'GET /api/indicators/:id': 'VIEWERS',
  'PUT /api/indicators/:id': 'VIEWERS writing protection',
  'DELETE /api/indicators/:id': 'VIEWERS writing protection',
  'GET /api/indicators/:id/due': 'VIEWERS',
  'POST /api/indicators/:id/retry': 'VIEWERS writing protection',
  'GET /api/indicators/:id/score': 'VIEWERS',
  'GET /api/twins/:id/known-history': 'VIEWERS',
  'POST /api/twins/:id/marked-ranges': 'VIEWERS writing protection',
  'DELETE /api/twins/:id/marked-ranges/:rangeId': 'VIEWERS writing protection',
  'GET /api/indicators/:id/simulations': 'VIEWERS',
  'GET /api/indicators/:id/simulations/status': 'VIEWERS',
  'DELETE /api/indicators/:id/simulations': 'VIEWERS writing protection',
  'PUT /api/indicators/:id/with-activity': 'VIEWERS writing protection',
  'GET /api/indicators/:id/levels': 'VIEWERS',
  'GET /api/external-sign-in': 'public',
  'GET /api/external-sign-in/callback': 'public',
  'GET /api/external-sign-in/start': 'public',
  'GET /api/indicators/:id/advisories/outcomes': 'VIEWERS',
  'GET /api/library/models/mtbf': 'VIEWERS',
  'DELETE /api/library/models/mtbf/:id': 'ADMINISTRATORS',
  'PUT /api/library/models/mtbf/:id': 'ADMINISTRATORS',
  'POST /api/library/models/mtbf/import': 'ADMINISTRATORS',
  'GET /api/library/models/mtbf/template': 'ADMINISTRATORS',
  'GET /api/library/status': 'anyone',
  'GET /api/lists/load/:listId': 'anyone',
  'GET /api/lists/values/:listName/:system': 'anyone',
  'POST /api/life-data': 'VIEWERS',
  'PUT /api/life-data/benchmarks/:id': 'ADMINISTRATORS',
  'PUT /api/life-data/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'GET /api/life-data/riskanalyses/:id/assets/:assetId': 'VIEWERS',
  'PUT /api/life-data/riskanalyses/:id/assets/:assetId': 'VIEWERS writing risk-analysis',
  'GET /api/life-data/twins/:id': 'VIEWERS',
  'PUT /api/life-data/twins/:id': 'VIEWERS writing twin',
  'POST /api/login': 'public',
  'POST /api/login/external': 'public',
  'POST /api/login/second-factor': 'public',
  'POST /api/logout': 'anyone',
  'POST /api/mail/filters': 'ADMINISTRATORS',
  'DELETE /api/notifications': 'anyone',
  'GET /api/notifications': 'anyone',
  'PUT /api/notifications': 'anyone',
  'DELETE /api/notifications/:id': 'anyone',
  'PUT /api/notifications/:id': 'anyone',
  'GET /api/notifications/subscription': 'anyone',
  'POST /api/riskanalyses/': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/filters': 'VIEWERS',
  'GET /api/riskanalyses/:id': 'VIEWERS',
  'PUT /api/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/risk-over-time': 'VIEWERS',
  'GET /api/riskanalyses/info/twin/:twinId': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/filters': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/remove': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/:assetId': 'VIEWERS',
  'PUT /api/riskanalyses/:id/assets/:assetId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/:assetId/probabilities': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/:assetId/probabilities': 'VIEWERS writing risk-analysis',
  'PUT /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/assets/:assetId/probabilities/:probabilityId':
    'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/imports/template': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/run': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/assets/imports/:commandId/rows/filters': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/assets/imports/:commandId/rows.csv': 'VIEWERS writing risk-analysis',
  'POST /api/riskanalyses/:id/budget': 'VIEWERS',
  'GET /api/riskanalyses/:id/improvements': 'VIEWERS',
  'GET /api/riskanalyses/:id/assets/:assetId/options': 'VIEWERS',
  'POST /api/riskanalyses/:id/assets/:assetId/options': 'VIEWERS writing risk-analysis',
  'PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/improvements/sets': 'VIEWERS',
  'PUT /api/riskanalyses/:id/improvements/costs': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/portfolio': 'VIEWERS',
  'GET /api/riskanalyses/:id/portfolio.xlsx': 'VIEWERS',
  'GET /api/riskanalyses/:id/scenarios': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios': 'VIEWERS writing risk-analysis',
  'DELETE /api/riskanalyses/:id/scenarios/:scenarioId': 'VIEWERS writing risk-analysis',
  'GET /api/riskanalyses/:id/scenarios/:scenarioId': 'VIEWERS',
  'GET /api/riskanalyses/:id/scenarios/:scenarioId/assets.xlsx': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/assets/filters': 'VIEWERS',
  'POST /api/riskanalyses/:id/scenarios/:scenarioId/recalculate': 'VIEWERS writing risk-analysis',
  'GET /api/settings/riskmatrix': 'VIEWERS',
  'PUT /api/settings/riskmatrix': 'ADMINISTRATORS',
  'POST /api/search': 'VIEWERS',
  'POST /api/security/match': 'anyone',
  'POST /api/security/resolve': 'anyone',
  'POST /api/sessions': 'anyone',
  'GET /api/settings/notification': 'anyone',
  'POST /api/settings/notification': 'anyone',
  'GET /api/settings/onprem': 'anyone',
  'GET /api/settings/system/early-points': 'anyone',
  'POST /api/settings/system/early-points': 'ADMINISTRATORS',
  'GET /api/settings/system/time-zone': 'anyone',
  'POST /api/settings/system/time-zone': 'ADMINISTRATORS',
  'GET /api/settings/system/video': 'anyone',
  'GET /api/settings/system/video/:id/player': 'anyone',
  'GET /api/settings/system/video/player': 'public',
  'POST /api/settings/system/video': 'ADMINISTRATORS',
  'GET /api/settings/security/sessions': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/sessions': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/security/identity-provider': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/identity-provider': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/security/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/settings/security/test': 'SECURITY_ADMINISTRATORS',
  'GET /api/settings/system/database': 'ADMINISTRATORS',
  'GET /api/settings/system/disk': 'ADMINISTRATORS',
  'GET /api/settings/system/edition': 'anyone',
  'GET /api/settings/system/demo': 'ADMINISTRATORS',
  'POST /api/settings/system/demo/clear': 'ADMINISTRATORS',
  'POST /api/settings/system/demo/load': 'ADMINISTRATORS',
  'POST /api/settings/system/edition': 'ADMINISTRATORS',
  'GET /api/settings/system/help': 'anyone',
  'POST /api/settings/system/help': 'ADMINISTRATORS',
  'GET /api/settings/system/mail': 'ADMINISTRATORS',
  'POST /api/settings/system/mail': 'ADMINISTRATORS',
  'POST /api/settings/system/mail/test': 'ADMINISTRATORS',
  'GET /api/settings/user/appearance': 'anyone',
  'POST /api/settings/user/appearance': 'anyone',
  'GET /api/settings/user/units': 'anyone',
  'POST /api/settings/user/units': 'anyone',
  'GET /api/settings/user/watchlistsort': 'anyone',
  'POST /api/settings/user/watchlistsort': 'anyone',
  'POST /api/tag-aliases': 'VIEWERS',
  'DELETE /api/tag-aliases/:id': 'VIEWERS',
  'PUT /api/tag-aliases/:id': 'VIEWERS',
  'POST /api/tag-aliases/mappings': 'VIEWERS writing twin',
  'GET /api/tag-aliases/mappings/:commandId': 'VIEWERS writing twin',
  'POST /api/tag-aliases/mappings/:commandId/apply': 'VIEWERS writing twin',
  'POST /api/tag-aliases/mappings/:commandId/undo': 'VIEWERS writing twin',
  'POST /api/tag-aliases/modifications': 'VIEWERS',
  'POST /api/tag-aliases/suggestions': 'VIEWERS',
  'POST /api/tag-aliases/:id/unit-change': 'VIEWERS',
  'PUT /api/tag-aliases/unit-reviews/:id': 'VIEWERS writing protection',
  'POST /api/tag-aliases/unit-reviews/filters': 'VIEWERS writing protection',
  'POST /api/simulations': 'VIEWERS writing protection',
  'DELETE /api/simulations/:id': 'VIEWERS writing protection',
  'POST /api/simulations/:id/apply': 'VIEWERS writing protection',
  'GET /api/simulations/:id/excursions': 'VIEWERS',
  'GET /api/simulations/:id/export': 'VIEWERS',
  'GET /api/simulations/:id/score': 'VIEWERS',
  'GET /api/simulations/:id/spans': 'VIEWERS',
  'GET /api/simulations/:id/tallies': 'VIEWERS',
  'GET /api/simulations/:id/summary': 'VIEWERS',
  'POST /api/tags': 'VIEWERS writing tag',
  'DELETE /api/tags/:id': 'VIEWERS writing tag',
  'GET /api/tags/:id': 'VIEWERS',
  'PUT /api/tags/:id': 'VIEWERS writing tag',
  'DELETE /api/tags/:id/data-points': 'VIEWERS writing tag',
  'GET /api/tags/:id/data-points': 'VIEWERS',
  'POST /api/tags/:id/data-points': 'VIEWERS writing tag',
  'GET /api/tags/:id/data-points.csv': 'VIEWERS',
  'GET /api/tags/:id/rhythm': 'VIEWERS',
  'POST /api/tags/:id/data-points/counter': 'VIEWERS',
  'POST /api/tags/:tagId/work/filters': 'VIEWERS',
  'POST /api/tags/work/oldest': 'VIEWERS',
  'GET /api/tags/work/spans': 'VIEWERS',
  'GET /api/tags/work/counts': 'VIEWERS',
  'POST /api/tags/:id/recalculate': 'VIEWERS writing tag',
  'POST /api/tags/:id/unit-change': 'VIEWERS',
  'POST /api/tags/data-points/oldest': 'VIEWERS',
  'POST /api/tags/filters': 'VIEWERS',
  'POST /api/tags/preview': 'VIEWERS',
  'POST /api/tags/search': 'VIEWERS',
  'GET /api/tags/status': 'VIEWERS',
  'POST /api/twins': 'VIEWERS writing twin',
  'DELETE /api/twins/:id': 'VIEWERS writing twin',
  'GET /api/twins/:id': 'VIEWERS',
  'PUT /api/twins/:id': 'VIEWERS writing twin',
  'GET /api/twins/:id/activities': 'VIEWERS',
  'POST /api/twins/:id/copy': 'VIEWERS writing twin',
  'GET /api/twins/:id/failure-modes': 'VIEWERS',
  'GET /api/twins/:id/calculated-tags': 'VIEWERS',
  'GET /api/twins/:id/calculation-inputs': 'VIEWERS',
  'GET /api/twins/:id/excursions/spans': 'VIEWERS',
  'GET /api/twins/:id/excursions/tallies': 'VIEWERS',
  'GET /api/indicators/:id/levels/spans': 'VIEWERS',
  'GET /api/twins/:id/protections': 'VIEWERS',
  'GET /api/twins/:id/tag-aliases': 'VIEWERS',
  'PUT /api/twins/active': 'VIEWERS writing twin',
  'POST /api/twins/filters': 'VIEWERS',
  'GET /api/twins/levels': 'VIEWERS',
  'GET /api/twins/subscriptions': 'VIEWERS',
  'DELETE /api/twins/subscriptions/:id': 'VIEWERS',
  'GET /api/twins/subscriptions/:id': 'VIEWERS',
  'POST /api/twins/subscriptions/:id': 'VIEWERS',
  'DELETE /api/twins/watches': 'VIEWERS',
  'GET /api/twins/watches': 'VIEWERS',
  'POST /api/twins/watches': 'VIEWERS',
  'DELETE /api/twins/watches/:id': 'VIEWERS',
  'GET /api/twins/watches/:id': 'VIEWERS',
  'POST /api/twins/watches/:id': 'VIEWERS',
  'GET /api/uom/categories': 'VIEWERS',
  'GET /api/uom/units': 'VIEWERS',
  'PUT /api/twins/with-risk': 'VIEWERS writing twin',
  'GET /api/user/current': 'anyone',
  'GET /api/user/current/second-factor': 'anyone',
  'POST /api/user/current/second-factor/passkeys': 'anyone',
  'POST /api/user/current/second-factor/passkeys/:passkeyId/remove': 'anyone',
  'POST /api/user/current/second-factor/passkeys/confirm': 'anyone',
  'POST /api/user/current/second-factor/recovery-codes': 'anyone',
  'POST /api/user/current/second-factor/totp': 'anyone',
  'POST /api/user/current/second-factor/totp/confirm': 'anyone',
  'POST /api/user/current/second-factor/totp/remove': 'anyone',
  'GET /api/user/current/email-change': 'anyone',
  'DELETE /api/user/current/email-change': 'anyone',
  'POST /api/user/email/confirm': 'public',
  'DELETE /api/user/current/sessions': 'anyone',
  'GET /api/user/current/sessions': 'anyone',
  'DELETE /api/user/current/sessions/:sessionId': 'anyone',
  'POST /api/user/current/update': 'anyone',
  'POST /api/user/current/update/password': 'anyone',
  'POST /api/user/password/request-reset': 'public',
  'POST /api/user/password/reset': 'public',
  'POST /api/users': 'SECURITY_ADMINISTRATORS',
  'GET /api/users/:id': 'SECURITY_ADMINISTRATORS',
  'PUT /api/users/:id': 'SECURITY_ADMINISTRATORS',
  'GET /api/users/:id/second-factor': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/:id/second-factor/reset': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/filters': 'SECURITY_ADMINISTRATORS',
  'POST /api/users/:id/unlock': 'SECURITY_ADMINISTRATORS',
  'GET /api/validateSession': 'anyone',
  'GET /version.json': 'public',
  'POST /api/work': 'VIEWERS writing work',
  'DELETE /api/work/:id': 'VIEWERS writing work',
  'GET /api/work/:id': 'VIEWERS',
  'PUT /api/work/:id': 'VIEWERS writing work',
  'POST /api/work/export': 'VIEWERS',
  'POST /api/work/filters': 'VIEWERS',
  'POST /api/work/totals': 'VIEWERS',
  'POST /api/tags/export': 'VIEWERS',
  'POST /api/tags/imports': 'VIEWERS writing tag',
  'GET /api/tags/imports/:commandId/rows.csv': 'VIEWERS writing tag',
  'POST /api/tags/imports/:commandId/rows/filters': 'VIEWERS writing tag',
  'POST /api/tags/imports/:commandId/run': 'VIEWERS writing tag',
  'GET /api/tags/imports/template': 'VIEWERS writing tag',
  'POST /api/work/imports': 'VIEWERS writing work',
  'GET /api/work/imports/:commandId/rows.csv': 'VIEWERS writing work',
  'POST /api/work/imports/:commandId/rows/filters': 'VIEWERS writing work',
  'POST /api/work/imports/:commandId/run': 'VIEWERS writing work',
  'GET /api/work/imports/template': 'VIEWERS writing work',
};

interface Role {
  name: string;
  user: MakeUser;
}

const writer = (recordType: RecordType): Role => ({
  name: `VIEWERS writing ${recordType}`,
  user: { groups: ['VIEWERS'], recordTypes: [recordType] },
});

const roles: Role[] = [
  { name: 'nobody in particular', user: {} },
  ...groups.map((group) => ({ name: group, user: { groups: [group] } })),
  writer('advisory'),
  writer('asset'),
  writer('tag'),
  writer('twin'),
  writer('work'),
  { name: 'writing tag without VIEWERS', user: { recordTypes: ['tag'] } },
  { name: 'administrator', user: { isAdmin: true } },
];

function isAdmitted(admits: Admits, { user }: Role): boolean {
  if (admits === 'public' || admits === 'anyone' || user.isAdmin) return true;
  const [group, recordType] = admits.split(' writing ') as [Group, RecordType | undefined];
  const mayWrite = recordType === undefined || user.recordTypes?.includes(recordType);
  return Boolean(user.groups?.includes(group) && mayWrite);
}

let test: TestApp;
let address: string;
const userIds = new Map<string, number>();

beforeAll(async () => {
  test = await createTestApp();
  address = await test.app.listen({ port: 0, host: '127.0.0.1' });
  for (const { name, user } of roles) userIds.set(name, await makeUser(test.tenant.db, user));
});
afterAll(() => test.close());

/** The status of a call with nothing in it, and the message of a refusal. A stream is left at once. */
async function call(method: string, path: string, headers: Record<string, string>) {
  const abort = new AbortController();
  const url = path.replace(/:\w+/g, (name) => (name === ':name' ? 'NOBODY' : '999999999'));
  const response = await fetch(address + url, {
    method,
    headers: { ...headers, ...(method === 'GET' ? {} : { 'content-type': 'application/json' }) },
    ...(method === 'GET' || method === 'DELETE' ? { body: null } : { body: '{}' }),
    redirect: 'manual',
    signal: abort.signal,
  });
  const { status } = response;
  const message = status >= 400 ? ((await response.json()) as { message: string }).message : null;
  abort.abort();
  return { status, message };
}

describe('the table of access', () => {
  it('has a row for every call, and no other', () => {
    const declared = routes.map(({ method, path }) => `${method} ${path}`);
    expect(Object.keys(table).sort()).toEqual(declared.sort());
  });
});

describe.each(Object.entries(table))('%s admits %s', (key, admits) => {
  const [method, path] = key.split(' ') as [string, string];

  it('and nobody without a session that lasts', async () => {
    const { db } = test.tenant;
    const expired = await makeSessionOf(db, userIds.get('administrator')!);
    await sql`update session set expires_at = now() - interval '1 second'
      where user_id = ${userIds.get('administrator')!}`.execute(db);
    const elsewhere = headersOf(unknownSessionId(), 'elsewhere');
    for (const headers of [{}, headersOf(unknownSessionId()), elsewhere, expired]) {
      const { status, message } = await call(method, path, headers);
      if (admits === 'public') expect([401, 403]).not.toContain(status);
      else expect([status, message]).toEqual([401, 'Please sign in.']);
    }
  });

  it('of those who are signed in', async () => {
    const refused: string[] = [];
    for (const role of roles) {
      // A call may end the session that makes it: each has its own.
      const headers = await makeSessionOf(test.tenant.db, userIds.get(role.name)!);
      const { status, message } = await call(method, path, headers);
      expect(status, message ?? '').not.toBe(401);
      expect(status, message ?? '').toBeLessThan(500);
      if (status === 403) {
        expect(message).toBe('You do not have sufficient privileges to access this page.');
        refused.push(role.name);
      }
    }
    expect(refused).toEqual(roles.filter((role) => !isAdmitted(admits, role)).map(({ name }) => name));
  });
});
