import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvaluation } from './modules/protections/evaluation/service.ts';
import { sendMail } from './modules/system/mail/service.ts';
import type { Running } from './platform/context.ts';
import { withTransaction } from './platform/database/transaction.ts';
import { createLogger } from './platform/process/log.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeSession } from './testing/factories.ts';
import { writeAccess, writeOwn, writeSettings } from './testing/published/access.ts';
import { writeRisk } from './testing/published/risk.ts';
import { writeAssets, writeTags, writeWork } from './testing/published/signals.ts';
import { published } from './testing/published/table.ts';
import { writeAdvisories, writeProtections, writeTwins } from './testing/published/twins.ts';
import { createWriter, type Writer } from './testing/published/writer.ts';

/** Calls that are made in tests of their own, with what they take that this one doesn't have. */
const elsewhere: Record<string, string> = {
  'POST /api/login/external': 'an identity provider',
  'POST /api/user/current/second-factor/passkeys/confirm': 'an authenticator',
  'POST /api/user/current/second-factor/passkeys/:passkeyId/remove': 'an authenticator',
  'POST /api/login/second-factor': 'a sign-in by two steps',
  'POST /api/logout': 'a session to end',
  'DELETE /api/user/current/sessions': 'several sessions',
  'DELETE /api/user/current/sessions/:sessionId': 'several sessions',
  'POST /api/user/current/second-factor/totp/remove': 'a sign-in by two steps',
  'POST /api/users/:id/second-factor/reset': 'a second factor to remove',
  'POST /api/users/:id/unlock': 'failed sign-ins',
  'POST /api/settings/security/test': 'a sign-in that fails',
  'POST /api/user/email/confirm': 'the token of a mail',
  'POST /api/user/password/request-reset': 'the job that mails the token',
  'POST /api/user/password/reset': 'the token of a mail',
  'PUT /api/life-data/benchmarks/:id': 'recorded lives',
  'PUT /api/life-data/riskanalyses/:id': 'recorded lives',
  'PUT /api/life-data/riskanalyses/:id/assets/:assetId': 'recorded lives',
  'PUT /api/life-data/twins/:id': 'recorded lives',
  'POST /api/settings/security/second-factor': 'an administrator with a second factor',
  'PUT /api/tag-aliases/unit-reviews/:id': 'an input from before inputs had units',
  'POST /api/settings/system/demo/clear': 'the demo',
  'POST /api/settings/system/demo/load': 'the demo',
};

let server: TestApp;
let writer: Writer;
/** Publishes which tags have new points. */
let evaluation: Running;

beforeAll(async () => {
  server = await createTestApp();
  evaluation = await startEvaluation(server.tenant, createLogger('silent'));
  writer = await createWriter(server, await makeSession(server.tenant.db, { isAdmin: true }));
});
afterAll(async () => {
  await evaluation.close();
  await writer.close();
  await server.close();
});

it('lists every call that may write, and says what it publishes', () => {
  const writing = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(published).sort()).toEqual(writing.sort());
});

describe('every write publishes', () => {
  it('of assets and benchmarks', () => writeAssets(writer));
  it('of tags, points and inputs', () => writeTags(writer));
  it('of work', () => writeWork(writer));
  it('of twins and their parts', () => writeTwins(writer));
  it('of protections and simulations', () => writeProtections(writer));
  it('of advisories', () => writeAdvisories(writer));
  it('of risk analyses and scenarios', () => writeRisk(writer));
  it('of users, groups, sessions and second factors', () => writeAccess(writer));
  it('of settings', () => writeSettings(writer));
  it('of the user alone', () => writeOwn(writer));

  it('and of a mail that waits in the outbox', async () => {
    await withTransaction(server.tenant.db, (db) =>
      sendMail(db, { to: 'a@example.com', subject: 'Hello', text: 'World' }),
    );
    await expect.poll(() => writer.heard()).toContainEqual({ type: 'changed', kind: 'mail' });
  });

  it('and all of them were made', () => {
    const left = Object.entries(published)
      .filter(([route, kind]) => kind !== 'reads' && !writer.made.has(route))
      .map(([route]) => route);
    expect(left.sort()).toEqual(Object.keys(elsewhere).sort());
  });
});
