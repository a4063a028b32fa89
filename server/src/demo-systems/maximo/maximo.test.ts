import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Advisory } from '@twinward/contracts/advisories/advisory';
import type { MappingRule } from '@twinward/contracts/connections/mapping';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TenantHost } from '../../connectors/host/tenant-host.ts';
import connector from '../../connectors/maximo/connector.ts';
import { createAdministrator } from '../../modules/access/user/service.ts';
import { dataSetNames, loadDemo } from '../../modules/exchange/demo/service.ts';
import { createTestApp, type TestApp } from '../../testing/app.ts';
import { startLocalHost } from '../../testing/connectors/local-host.ts';
import { ConnectionScreens } from '../../testing/connectors/screens.ts';
import { runTurn } from '../../testing/connectors/work-scene.ts';
import { makeSession } from '../../testing/factories.ts';
import { workOrders } from './plant.ts';
import { course, DemoMaximo } from './server.ts';

const minute = 60_000;
const named = (field: string, value: string) => ({
  filters: [{ field, operator: 'EqualTo', value, dataType: 'C' }],
});

describe('the work orders', () => {
  const at = Date.UTC(2026, 4, 20);

  it('that are completed are the same after a restart', () => {
    const before = workOrders(at).filter(({ status }) => status === 'COMP');
    const later = workOrders(at + 3_600_000);
    expect(before.length).toBeGreaterThan(700);
    expect(later).toEqual(expect.arrayContaining(before));
  });

  it('are planned, in progress and completed depending on the time', () => {
    const repair = (now: number) => workOrders(now).find(({ wonum }) => wonum === '676999');
    const start = Date.UTC(2026, 4, 18, 14);
    expect(repair(start - 1)).toBeUndefined();
    expect(repair(start)).toMatchObject({ status: 'INPRG', actstart: start, actfinish: null });
    expect(repair(at)).toMatchObject({
      status: 'COMP',
      assetnum: 'MACHINE-01',
      worktype: 'CM',
      actlabhrs: 30,
    });
    expect(
      workOrders(at).some(({ status, schedstart }) => status === 'APPR' && Number(schedstart) > at),
    ).toBe(true);
  });
});

/** The walkthrough of docs/demo.md, with the calls of the screens. */
describe('the example of the documentation', () => {
  let test: TestApp;
  let screens: ConnectionScreens;
  let directory: string;
  let host: TenantHost;
  let maximo: DemoMaximo;

  beforeAll(async () => {
    test = await createTestApp();
    const { tenant } = test;
    await createAdministrator(tenant.db, 'Rotor-42!');
    screens = new ConnectionScreens(test, await makeSession(tenant.db, { isAdmin: true }));
    const left = dataSetNames.filter((name) => !['machine', 'engines', 'examples'].includes(name));
    await tenant.db
      .insertInto('demo_load')
      .values(left.map((data_set) => ({ data_set })))
      .execute();
    await loadDemo(tenant, { at: Date.now() });
    directory = await mkdtemp(join(tmpdir(), 'demo-maximo-'));
    maximo = await new DemoMaximo().start();
    host = startLocalHost(tenant, directory);
  }, 120_000);

  afterAll(async () => {
    await maximo.stop();
    await test.close();
    await rm(directory, { recursive: true, force: true });
  });

  const countFailures = async (assetId: number): Promise<number> =>
    (await screens.ask('PUT', `/api/assets/${assetId}/mtbf/calc`)).basis.failureCount;
  const assets = async (uniqueId: string) =>
    screens.ask('POST', '/api/assets/filters', named('UniqueId', uniqueId));

  async function mapAssetByNumber(connectionId: number, stream: string, target: string): Promise<void> {
    const url = `/api/connections/${connectionId}/mappings/${stream}`;
    const { rules, classes, version } = await screens.ask('GET', url);
    const changed = rules.map((rule: MappingRule) =>
      rule.to === target ? { ...rule, from: 'assetnum' } : rule,
    );
    await screens.ask('PUT', url, { rules: changed, classes, version });
  }

  it('connects the assets of the demo, and completes the work that an advisory requests', async () => {
    const configuration = {
      ...{ url: `${maximo.origin}/maximo`, apikey: maximo.apikey, site: 'DEMO' },
      ...{ extractionOrderTypes: ['CM', 'PM'], extractionServiceRequestTypes: ['SR'] },
      requestField: 'externalrecid',
    };
    const { id } = await screens.ask('POST', '/api/connections', {
      ...{ name: 'Maximo', type: 'maximo', configuration },
    });
    const { steps } = await screens.request(id, { kind: 'test' });
    expect(steps.filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
    expect(steps.at(-1).step).toBe('write');
    await host.close();
    await mapAssetByNumber(id, 'assets', 'uniqueId');
    await mapAssetByNumber(id, 'orders', 'asset');
    await mapAssetByNumber(id, 'service-requests', 'asset');
    await screens.ask('PUT', '/api/connections/defaults', { SAP: null, HEXAGON: null, MAXIMO: id });

    await screens.ask('POST', `/api/connections/${id}/resume`);
    const { connectionGroupId: groupId } = await screens.ask('GET', `/api/connections/${id}`);
    const { db } = test.tenant;
    /** What the host does every minute. */
    const turn = () => runTurn({ db, groupId, connectionId: id, connector, configuration });
    await turn();
    const streams = async () => screens.ask('GET', `/api/connections/${id}/extraction`);
    const getCounts = async (stream: string) => {
      const found = (await streams()).find((one: { stream: string }) => one.stream === stream);
      return { created: found.created, changed: found.changed, refused: found.refused };
    };
    expect(await getCounts('orders')).toEqual({ created: maximo.orders.length, changed: 0, refused: 0 });
    expect(await getCounts('assets')).toEqual({ created: 0, changed: maximo.assets.length, refused: 0 });
    const repairs = await screens.ask('POST', '/api/work/filters', named('TagName', 'MACHINE-01 CM'));
    expect(repairs).toHaveLength(maximo.orders.filter(({ worktype }) => worktype === 'CM').length);
    expect(repairs[0]).toMatchObject({ kind: 'corrective', name: 'Component replaced after it stalled' });

    const [found] = await screens.ask(
      'POST',
      '/api/advisories/filters',
      named('Name', 'Borescope inspection of the core'),
    );
    const url = `/api/advisories/${found.id}`;
    const advisory = (): Promise<Advisory> => screens.ask('GET', url);
    const { name, comment, protection, version } = await advisory();
    const work = { system: 'MAXIMO', type: 'SR', priority: '2', shortDescription: 'Inspect the core' };
    const { version: next } = await screens.ask('PUT', url, {
      ...{ name, comment, version, protectionId: protection?.id, work },
    });
    await screens.ask('POST', `${url}/transition`, { transition: 'submit', version: next });
    await turn();
    expect(maximo.serviceRequests).toHaveLength(1);
    const [sent] = maximo.serviceRequests as [(typeof maximo.serviceRequests)[0]];
    const [engine] = await assets(String(sent.assetnum));
    expect(engine).toMatchObject({ assetName: found.assetName, source: { connectionId: id } });
    const failuresOfEngine = await countFailures(engine.id);
    const filed = (await advisory()).workRequest!;
    expect(filed).toMatchObject({ number: sent.ticketid, status: 'NEW', phase: 'open' });
    const page = await fetch(filed.url!);
    expect(await page.text()).toContain(`Service request ${sent.ticketid}\n\nInspect the core\n`);

    const arrived = Number(sent.reportdate);
    expect(maximo.moveOn()).toEqual([]);
    for (const { after, status } of course) {
      // Simulates the elapsed minutes.
      sent.reportdate = arrived - after * minute;
      expect(maximo.moveOn()).toEqual([sent]);
      expect(maximo.moveOn()).toEqual([]);
      await turn();
      expect((await advisory()).workRequest?.status).toBe(status);
    }
    expect((await advisory()).workRequest).toMatchObject({ phase: 'completed', workId: expect.any(Number) });
    expect(maximo.serviceRequests).toHaveLength(1);
    expect(await countFailures(engine.id)).toBe(failuresOfEngine + 1);
  });
});
