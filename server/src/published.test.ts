import { routes } from '@twinward/contracts/core/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startEvaluation } from './modules/protections/evaluation/service.ts';
import { sendMail } from './modules/system/mail/service.ts';
import type { Running } from './platform/context.ts';
import { withTransaction } from './platform/database/transaction.ts';
import { findExample } from './platform/http/openapi/document.ts';
import { createLogger } from './platform/process/log.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { makeSession } from './testing/factories.ts';
import { writeAccess, writeOwn, writeSessions, writeSettings } from './testing/published/access.ts';
import { writeConnections } from './testing/published/connections.ts';
import { writeDashboards } from './testing/published/dashboards.ts';
import { recordable, recordExamples } from './testing/published/examples.ts';
import { writeExchange } from './testing/published/exchange.ts';
import { writeModelUses, writeTwinModels } from './testing/published/library.ts';
import { writeLifeData } from './testing/published/life-data.ts';
import { writeLists, writeUnits } from './testing/published/lists.ts';
import { writeQueries } from './testing/published/questions.ts';
import { writeRecords } from './testing/published/records.ts';
import { writeRelationships } from './testing/published/relationships.ts';
import { writeRisk } from './testing/published/risk.ts';
import {
  writeDemo,
  writeExternalSignIn,
  writePasswords,
  writeSecondFactors,
} from './testing/published/sign-in.ts';
import { writeAssets, writeTags, writeWork } from './testing/published/signals.ts';
import { published } from './testing/published/table.ts';
import { writeAdvisories, writePatterns, writeProtections, writeTwins } from './testing/published/twins.ts';
import { createWriter, type Writer } from './testing/published/writer.ts';

let server: TestApp;
let writer: Writer;
/** Publishes the tags that have new points. */
let evaluation: Running;

beforeAll(async () => {
  server = await createTestApp({ environment: { CONNECT_LOCAL: 'on' } });
  evaluation = await startEvaluation(server.tenant, createLogger('silent'));
  writer = await createWriter(server, await makeSession(server.tenant.db, { isAdmin: true }));
});
afterAll(async () => {
  await evaluation.close();
  await writer.close();
  await server.close();
});

it('lists every call that may write, and what it publishes', () => {
  const writing = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(published).sort()).toEqual(writing.sort());
});

describe('publishes every write', () => {
  it('to connections', () => writeConnections(writer));
  it('to assets and benchmarks', () => writeAssets(writer));
  it('to relationships, links and structures', () => writeRelationships(writer));
  it('to tags, points and inputs', () => writeTags(writer));
  it('to work', () => writeWork(writer));
  it('to twins and their parts', () => writeTwins(writer));
  it('to protections and simulations', () => writeProtections(writer));
  it('to pattern protections', () => writePatterns(writer));
  it('to advisories', () => writeAdvisories(writer));
  it('to risk analyses and scenarios', () => writeRisk(writer));
  it('to fits of life data', () => writeLifeData(writer));
  it('to record types and records', () => writeRecords(writer));
  it('to queries', () => writeQueries(writer));
  it('to dashboards and displays', () => writeDashboards(writer));
  it('to twin models', () => writeTwinModels(writer));
  it('to twins that use a model', () => writeModelUses(writer));
  it('to packages', () => writeExchange(writer));
  it('to users, groups and second factors', () => writeAccess(writer));
  it('to sessions', () => writeSessions(writer));
  it('to lists', () => writeLists(writer));
  it('to units and their categories', () => writeUnits(writer));
  it('to settings', () => writeSettings(writer));
  it('to watches, settings and notifications of a user', () => writeOwn(writer));
  it('to passkeys and authenticator apps', () => writeSecondFactors(writer));
  it('to passwords and mail addresses', () => writePasswords(writer));
  it('to the demo', () => writeDemo(writer));
  it('by a sign-in with an identity provider', () => writeExternalSignIn(writer));

  it('to the outbox of mails', async () => {
    await withTransaction(server.tenant.db, (db) =>
      sendMail(db, { to: 'a@example.com', subject: 'Hello', text: 'World' }),
    );
    await expect.poll(() => writer.heard()).toContainEqual({ type: 'changed', kind: 'mail' });
  });

  it('without leaving out a listed call', () => {
    const left = Object.entries(published)
      .filter(([route, kind]) => kind !== 'reads' && !writer.made.has(route))
      .map(([route]) => route);
    expect(left).toEqual([]);
  });

  it('with a body that the documentation has as an example', async () => {
    if (process.env.RECORD_EXAMPLES) return recordExamples(writer.bodies);
    const missing = recordable(writer.bodies).filter(([route]) => findExample(route) === undefined);
    expect(
      missing.map(([{ path }]) => path),
      'Run: npm run examples',
    ).toEqual([]);
  });
});
