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
/** Publishes which tags have new points. */
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

it('lists every call that may write, and says what it publishes', () => {
  const writing = routes
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(published).sort()).toEqual(writing.sort());
});

describe('every write publishes', () => {
  it('of connections', () => writeConnections(writer));
  it('of assets and benchmarks', () => writeAssets(writer));
  it('of relationships, links and structures', () => writeRelationships(writer));
  it('of tags, points and inputs', () => writeTags(writer));
  it('of work', () => writeWork(writer));
  it('of twins and their parts', () => writeTwins(writer));
  it('of protections and simulations', () => writeProtections(writer));
  it('of pattern protections', () => writePatterns(writer));
  it('of advisories', () => writeAdvisories(writer));
  it('of risk analyses and scenarios', () => writeRisk(writer));
  it('of fits of recorded lives', () => writeLifeData(writer));
  it('of record types and records', () => writeRecords(writer));
  it('of queries', () => writeQueries(writer));
  it('of dashboards and displays', () => writeDashboards(writer));
  it('of twin models', () => writeTwinModels(writer));
  it('of twins made of models', () => writeModelUses(writer));
  it('of packages', () => writeExchange(writer));
  it('of users, groups and second factors', () => writeAccess(writer));
  it('of sessions', () => writeSessions(writer));
  it('of lists', () => writeLists(writer));
  it('of units and their categories', () => writeUnits(writer));
  it('of settings', () => writeSettings(writer));
  it('of the user alone', () => writeOwn(writer));
  it('of passkeys and authenticator apps', () => writeSecondFactors(writer));
  it('of passwords and confirmed addresses', () => writePasswords(writer));
  it('of the demo', () => writeDemo(writer));
  it('of a sign-in at an identity provider', () => writeExternalSignIn(writer));

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
    expect(left).toEqual([]);
  });

  it('and their bodies are the examples of the documentation', async () => {
    if (process.env.RECORD_EXAMPLES) return recordExamples(writer.bodies);
    const missing = recordable(writer.bodies).filter(([route]) => findExample(route) === undefined);
    expect(
      missing.map(([{ path }]) => path),
      'Run: npm run examples',
    ).toEqual([]);
  });
});
