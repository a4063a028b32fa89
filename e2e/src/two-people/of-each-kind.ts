import { Readable } from 'node:stream';
import type { OwnSession } from '@twinward/contracts/access/session';
import type { ChangedKind, LiveEvent } from '@twinward/contracts/core/event';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sendMail } from '../../../server/src/modules/system/mail/service.ts';
import { withTransaction } from '../../../server/src/platform/database/transaction.ts';
import { toForm } from '../../../server/src/testing/form.ts';
import { withTenantOfServer } from '../../../server/src/testing/instance.ts';
import { createPackage } from '../../../server/src/testing/packages.ts';
import { stage } from '../browser.ts';
import { addPoint, analysisPath, type Change, change, helpPath, post, text } from './change.ts';
import { at, iso, named, noteCard, relationshipName, suffix, typeName } from './plant.ts';

const sessionsPath = '/api/user/current/sessions';
const sessionsOn = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem').count();
const unread = (page: Page) => page.getByRole('button', { name: /^Notifications, \d+ unread$/ });

/** A comment on an advisory of the person at the screen notifies them. */
const commentOnOwn: Change['act'] = async ({ self, other, plant }) => {
  const advisory = { twinId: plant.twinId, name: named('My own') };
  const { id } = await self.call<{ id: number }>('POST', '/api/advisories', advisory);
  return other.call('POST', `/api/advisories/${id}/comments`, { text: 'Seen.' });
};

/** Opens a dialog from the menu of the dashboard Plant risk. */
async function openOfPlantRisk(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More for Plant risk' }).click();
  await page.getByRole('menuitem', { name }).click();
  await page.getByRole('dialog', { name }).waitFor();
}

/** Imports a package with one list. */
const importPackage: Change['act'] = async ({ other }) => {
  const name = `PACKED_${suffix}`;
  const file = { name: `${name}.zip`, content: await createPackage({ list: [{ name }] }) };
  const { headers, payload } = toForm(file, {});
  const type = headers['content-type'];
  const answer = await other.send('POST', '/api/exchange/checks', type, Readable.from([payload]));
  const { commandId } = JSON.parse(answer.text) as { commandId: string };
  await other.follow(commandId, ({ status }) => status === 'done');
  return other.call('POST', `/api/exchange/checks/${commandId}/import`, { trust: true });
};

/** The event published for each change: its kind, or a separate event. Omits events that accompany a kind. */
type ChangeEvent =
  // A rejected address is published as a change of the audit trail.
  | Exclude<ChangedKind, 'address'>
  | Exclude<
      LiveEvent['type'],
      | 'changed'
      | 'advisories'
      | 'risk-analysis'
      | 'twin-parts'
      | 'work'
      | 'notification'
      | 'opened'
      | 'resync'
    >;

/** A change of each kind. */
export const ofEachKind: Record<ChangeEvent, Change> = {
  asset: {
    screen: ({ twinId }) => `/apps/twins/${twinId}`,
    act: ({ other, plant }) =>
      change(other, `/api/assets/${plant.assetId}`, { assetName: named('Feed pump') }),
    seen: (page) => page.getByRole('heading', { level: 1, name: named('Feed pump') }).waitFor(),
  },
  tag: {
    screen: ({ assetId }) => `/apps/assets/${assetId}/tags`,
    act: ({ other, plant }) => change(other, `/api/tags/${plant.tagId}`, { caption: 'Flow at the inlet' }),
    seen: text('Flow at the inlet'),
  },
  'tag-alias': {
    screen: ({ twinId }) => `/apps/twins/${twinId}/tags`,
    act: post(
      () => '/api/tag-aliases',
      ({ twinId }) => ({ twinId, name: named('Pressure') }),
    ),
    seen: text(named('Pressure')),
  },
  points: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/tags`,
    act: addPoint(60_000, 8.125),
    seen: text('8.125'),
  },
  evaluated: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/protections`,
    act: addPoint(120_000, 2),
    seen: (page) => page.getByRole('img', { name: /^Starved: 1 excursion/ }).waitFor(),
  },
  'data points': {
    screen: ({ spareTwinId, emptiedTagId }) => `/apps/twins/${spareTwinId}/tags/${emptiedTagId}/explore`,
    act: ({ other, plant }) => other.call('DELETE', `/api/tags/${plant.emptiedTagId}/data-points`),
    seen: text('No points yet.'),
  },
  protection: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/protections`,
    act: ({ other, plant }) =>
      change(other, `/api/indicators/${plant.protectionId}`, { name: named('Dry run') }),
    seen: text(named('Dry run')),
  },
  'indicator-pattern': {
    screen: ({ pattern }) => `/apps/protections/${pattern.indicator.id}/train`,
    act: ({ other, plant: { pattern } }) =>
      other.call('PUT', `/api/indicator-patterns/${pattern.indicatorPattern.id}/patterns`, {
        indicatorId: pattern.indicator.id,
        patterns: pattern.indicatorPattern.patterns.map((one) =>
          one.name === 'Cavitating' ? { ...one, name: 'Running dry' } : one,
        ),
      }),
    seen: (page) => page.getByRole('option', { name: 'Running dry' }).first().waitFor({ state: 'attached' }),
  },
  simulation: {
    screen: ({ twinId, protectionId }) => `/apps/protections/${twinId}/${protectionId}/simulation`,
    act: post(
      () => '/api/simulations',
      ({ twinId, protectionId }) => ({ indicatorId: protectionId, twinId }),
    ),
    seen: (page) => page.getByText('No simulation yet.').waitFor({ state: 'detached' }),
  },
  twin: {
    screen: ({ twinId }) => `/apps/twins/${twinId}`,
    act: ({ other, plant }) =>
      change(other, `/api/twins/${plant.twinId}`, { description: named('Standby unit') }),
    seen: text(named('Standby unit')),
  },
  'failure-mode': {
    screen: ({ twinId }) => `/apps/twins/${twinId}/risk`,
    act: post(
      () => '/api/failure-modes',
      ({ twinId }) => ({ twinId, name: named('Seal leak') }),
    ),
    seen: text(named('Seal leak')),
  },
  consequence: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/risk`,
    act: post(
      () => '/api/consequences',
      ({ twinId }) => [{ twinId, value: 123_456, lifeCycleState: 'new' }],
    ),
    seen: text('$123,456'),
  },
  activity: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/activities`,
    act: post(
      () => '/api/activities',
      ({ twinId }) => ({ twinId, name: named('Oil change') }),
    ),
    seen: text(named('Oil change')),
  },
  work: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/work`,
    act: post(
      () => '/api/work',
      ({ workTagId }) => ({
        tagId: workTagId,
        name: named('Seal replaced'),
        kind: 'corrective',
        start: iso(at),
      }),
    ),
    seen: text(named('Seal replaced')),
  },
  advisory: {
    screen: ({ twinId }) => `/apps/twins/${twinId}/advisories`,
    act: post(
      () => '/api/advisories',
      ({ twinId }) => ({ twinId, name: named('Look at it') }),
    ),
    seen: text(named('Look at it')),
  },
  'risk-analysis': {
    screen: () => '/apps/riskanalyses',
    act: post(
      () => '/api/riskanalyses/',
      () => [{ name: named('Next year'), startDate: iso(at), missionTime: 'P1Y' }],
    ),
    seen: text(named('Next year')),
  },
  'improvement-option': {
    screen: analysisPath,
    act: post(
      ({ analysisId, assetId }) => `/api/riskanalyses/${analysisId}/assets/${assetId}/options`,
      () => ({ name: named('Coating'), cost: 10, effect: { type: 'probability', percent: 5 } }),
    ),
    seen: (page) => page.getByRole('slider', { name: 'Budget' }).waitFor(),
  },
  'risk-analysis-asset': {
    screen: analysisPath,
    act: ({ other, plant: { analysisId, spareAssetId } }) =>
      change(other, `/api/riskanalyses/${analysisId}/assets/${spareAssetId}`, { improve: true }),
    seen: (page) =>
      page
        .getByRole('checkbox', { name: /^Improve / })
        .and(page.locator(':checked'))
        .waitFor(),
  },
  scenario: {
    screen: analysisPath,
    act: post(
      ({ analysisId }) => `/api/riskanalyses/${analysisId}/scenarios`,
      () => ({ name: named('Better') }),
    ),
    seen: text(named('Better')),
  },
  benchmark: {
    screen: () => '/settings/benchmarks',
    act: async ({ other }) => {
      const entries = await other.call<{ id: number; mtbfDays: number | null }[]>(
        'GET',
        '/api/assets/taxonomy/list',
      );
      const entry = entries.findLast(({ mtbfDays }) => mtbfDays === null)!;
      const figures = { mtbfDays: 1000, shape: 2, source: named('Handbook'), version: null };
      return other.call('PUT', `/api/library/models/mtbf/${entry.id}`, figures);
    },
    seen: text(named('Handbook')),
  },
  group: {
    screen: () => '/settings/groups',
    act: post(
      () => '/api/groups',
      () => ({ name: `TWO-${suffix}`, caption: named('Night shift') }),
    ),
    seen: text(named('Night shift')),
  },
  webhook: {
    screen: () => '/settings/webhooks',
    act: post(
      () => '/api/webhooks',
      () => ({ name: named('Receiver'), url: 'https://receiver.plant.example', events: ['level.changed'] }),
    ),
    seen: (page) => page.getByRole('cell', { name: named('Receiver'), exact: true }).waitFor(),
  },
  'service-account': {
    screen: () => '/settings/service-accounts',
    act: post(
      () => '/api/service-accounts',
      () => ({
        name: named('Report'),
        scopes: ['read'],
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      }),
    ),
    seen: (page) => page.getByRole('cell', { name: named('Report'), exact: true }).waitFor(),
  },
  user: {
    screen: () => `/settings/users?search=two-${suffix}`,
    act: post(
      () => '/api/users',
      () => ({ userName: `two-${suffix}`, firstName: 'Eve', lastName: 'Hill' }),
    ),
    seen: (page) => page.getByRole('cell', { name: `two-${suffix}` }).waitFor(),
  },
  audit: {
    screen: () => '/settings/audit?action=sign-in-failed',
    act: ({ other, person: { userName } }) =>
      other.ask('POST', '/api/login', { databaseName: 'demo', userName, password: 'wrong' }),
    seen: (page, { person }) =>
      page
        .getByRole('cell', { name: `User ${person.userName}` })
        .first()
        .waitFor(),
  },
  mail: {
    screen: () => '/settings/system',
    act: () =>
      withTenantOfServer(stage.directory, 'demo', ({ db }) =>
        withTransaction(db, (trx) =>
          sendMail(trx, { to: 'a@plant.example', subject: named('Subject'), text: 'Hello' }),
        ),
      ),
    seen: text(named('Subject')),
  },
  setting: {
    screen: () => '/home',
    act: post(
      () => helpPath,
      () => ({ documentation: '/docs/operations', support: '' }),
    ),
    seen: async (page) => {
      await page.getByRole('button', { name: 'Help' }).click();
      await page.locator('a[href="/docs/operations"]').waitFor();
    },
  },
  list: {
    screen: () => '/settings/lists',
    act: post(
      () => '/api/lists',
      () => ({ name: `TWO_${suffix}`, configuration: { items: [{ value: 'N', caption: 'North' }] } }),
    ),
    seen: text(`TWO_${suffix}`),
  },
  'unit-category': {
    screen: () => '/settings/uoms',
    act: post(
      () => '/api/uom/categories',
      () => ({ name: named('Roughness') }),
    ),
    seen: text(named('Roughness')),
  },
  unit: {
    screen: ({ categoryId }) => `/settings/uoms?category=${categoryId}`,
    act: post(
      () => '/api/uom/units',
      ({ categoryId }) => ({
        categoryId,
        code: `ply${suffix}`,
        name: `ply ${suffix}`,
        abbreviation: `ply${suffix}`,
      }),
    ),
    seen: (page) => page.getByRole('cell', { name: `ply ${suffix}` }).waitFor(),
  },
  'record-type': {
    screen: () => '/settings/recordtypes',
    act: post(
      () => '/api/recordtypes',
      () => ({
        name: `seen_${suffix}`,
        caption: named('Inspection'),
        fields: [{ name: 'place', caption: 'Place', kind: 'text' }],
      }),
    ),
    seen: text(named('Inspection')),
  },
  record: {
    screen: () => `/tools/records?type=${typeName}`,
    act: post(
      () => `/api/records/${typeName}`,
      () => ({ fields: { place: named('Roof') } }),
    ),
    seen: text(named('Roof')),
  },
  connection: {
    screen: () => '/settings/connections',
    act: post(
      () => '/api/connections',
      () => ({ name: named('Field gateway'), type: 'http', configuration: {} }),
    ),
    seen: text(named('Field gateway')),
  },
  'saved-view': {
    screen: () => '/apps/assets',
    open: (page) => page.getByRole('button', { name: 'Views' }).click(),
    act: post(
      () => '/api/views/asset',
      () => ({ caption: named('Pumps'), shared: true, parameters: { search: 'Pump' } }),
    ),
    seen: (page) => page.getByRole('menuitem', { name: named('Pumps') }).waitFor(),
  },
  dashboard: {
    screen: ({ dashboard }) => `/dashboard?id=${dashboard.id}`,
    act: ({ other, plant: { dashboard } }) =>
      other.call('PUT', `/api/dashboards/${dashboard.id}`, {
        name: named('Morning'),
        sharing: 'tenant',
        content: { cards: [noteCard(named('Pump 2 stands.'))] },
        version: dashboard.version,
      }),
    seen: text(named('Pump 2 stands.')),
  },
  display: {
    screen: () => '/dashboard?id=plant-risk',
    open: (page) => openOfPlantRisk(page, 'Displays'),
    act: post(
      () => '/api/displays',
      () => ({
        name: named('Control room'),
        dashboards: ['plant-risk'],
        expiresAt: iso(Date.now() + 86_400_000),
      }),
    ),
    seen: (page) => page.getByRole('cell', { name: named('Control room'), exact: true }).waitFor(),
  },
  annotation: {
    screen: ({ twinId, tagId }) => `/apps/twins/${twinId}/tags/${tagId}/explore`,
    act: post(
      () => '/api/annotations',
      ({ twinId }) => ({
        twinId,
        start: iso(at - 60_000),
        end: iso(at + 60_000),
        text: named('Cleaned'),
      }),
    ),
    seen: (page) => page.getByRole('cell', { name: named('Cleaned'), exact: true }).waitFor(),
  },
  'figure-alert': {
    screen: () => '/dashboard?id=plant-risk',
    open: (page) => openOfPlantRisk(page, 'Alerts on figures'),
    act: ({ self }) =>
      self.call('POST', '/api/figure-alerts', {
        name: named('Silence'),
        source: { kind: 'figure', figure: 'silent-twins' },
        values: { range: { from: 'now-1d', to: 'now' } },
        direction: 'above',
        limit: 1000,
      }),
    seen: (page) => page.getByRole('cell', { name: named('Silence'), exact: true }).waitFor(),
  },
  'report-subscription': {
    screen: () => '/dashboard?id=plant-risk',
    open: (page) => openOfPlantRisk(page, 'Reports by mail'),
    act: ({ self }) =>
      self.call('POST', '/api/report-subscriptions', {
        subject: { kind: 'dashboard', id: 'data-health' },
        period: 'monthly',
        hour: 23,
        timeZone: 'Europe/Berlin',
      }),
    seen: (page) => page.getByRole('cell', { name: 'Data health', exact: true }).waitFor(),
  },
  query: {
    screen: () => '/tools/querylist',
    act: post(
      () => '/api/queries',
      () => ({
        name: named('Assets'),
        sharing: 'tenant',
        definition: {
          source: { kind: 'records', type: 'asset' },
          columns: [{ kind: 'aggregate', key: 'n', aggregate: 'count' }],
        },
      }),
    ),
    seen: text(named('Assets')),
  },
  relationship: {
    screen: () => '/settings/relationships',
    act: post(
      () => '/api/relationships',
      () => ({
        name: `drains-${suffix}`,
        caption: named('Drains'),
        fromType: 'asset',
        toType: 'asset',
        cardinality: 'one-many',
        fromCaption: named('Drains'),
        toCaption: named('Drained by'),
      }),
    ),
    seen: text(named('Drains')),
  },
  link: {
    screen: ({ assetId }) => `/apps/assets/${assetId}`,
    act: post(
      () => '/api/links',
      ({ assetId, spareAssetId }) => ({
        relationship: relationshipName,
        links: [{ fromId: assetId, toId: spareAssetId }],
      }),
    ),
    seen: (page) => page.getByRole('link', { name: named('Spare pump') }).waitFor(),
  },
  structure: {
    screen: () => '/settings/structure/list',
    act: post(
      () => '/api/structures',
      () => ({ name: `two-${suffix}`, caption: named('Supply'), relationships: [relationshipName] }),
    ),
    seen: text(named('Supply')),
  },
  mark: {
    screen: () => '/apps/watchlist',
    act: ({ self, plant }) => self.call('POST', `/api/twins/watches/${plant.spareTwinId}`),
    seen: text(named('Spare pump')),
  },
  'user-setting': {
    screen: () => '/home',
    act: ({ self }) =>
      self.call('POST', '/api/settings/user/appearance', { theme: 'dark', density: 'compact' }),
    seen: (page) =>
      expect
        .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme))
        .toBe('dark'),
  },
  // A new notification is seen first, and then that it was read elsewhere.
  notifications: {
    screen: () => '/home',
    open: async (page, scene) => {
      await commentOnOwn(scene);
      await unread(page).waitFor();
    },
    act: ({ self }) => self.call('PUT', '/api/notifications', { read: true }),
    seen: (page) => page.getByRole('button', { name: 'Notifications', exact: true }).waitFor(),
  },
  command: {
    screen: ({ spareTwinId, heatTagId }) => `/apps/twins/${spareTwinId}/tags/${heatTagId}/explore`,
    open: async (page) => {
      await page.getByRole('button', { name: 'Import data' }).click();
      await page.getByRole('dialog', { name: 'Import data' }).waitFor();
    },
    act: ({ self, plant: { heatTagId } }) =>
      self.startImport(`heat-${suffix}.csv`, [Buffer.from(`time,value\n${iso(at)},20\n`)], {
        tagId: String(heatTagId),
      }),
    seen: (page) => page.getByRole('button', { name: `heat-${suffix}.csv` }).waitFor(),
  },
  sessions: {
    screen: () => '/account',
    open: (page) => expect.poll(() => sessionsOn(page)).toBe(3),
    act: async ({ self, leaving }) => {
      const sessions = await leaving.call<OwnSession[]>('GET', sessionsPath);
      return self.call('DELETE', `${sessionsPath}/${sessions.find(({ current }) => current)!.id}`);
    },
    seen: (page) => expect.poll(() => sessionsOn(page)).toBe(2),
  },
  package: {
    screen: () => '/settings/exchange',
    act: importPackage,
    seen: text(`PACKED_${suffix}.zip`),
  },
  'twin-model': {
    screen: () => `/apps/library/twin-models?${new URLSearchParams({ search: named('Blower') })}`,
    act: post(
      () => '/api/library/models',
      () => ({ name: named('Blower') }),
    ),
    seen: (page) => page.getByTitle(named('Blower'), { exact: true }).waitFor(),
  },
};
