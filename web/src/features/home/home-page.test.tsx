import { screen, waitFor, within } from '@testing-library/react';
import type { Priority } from '@twinward/contracts/questions/priority';
import type { PlantRiskHistory } from '@twinward/contracts/questions/risk-history';
import type { TwinMap, TwinMapLevels } from '@twinward/contracts/questions/twin-map';
import type { ActiveTwinLevels, TwinSummary } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { HomePage } from './home-page.tsx';

const levels = (counts: readonly number[], unknown = 0, silent = 0): ActiveTwinLevels => ({
  total: counts.reduce((sum, count) => sum + count, unknown + silent),
  unknown,
  silent,
  buckets: [
    { from: 0, to: 0 },
    { from: 1, to: 250 },
    { from: 251, to: 500 },
    { from: 501, to: 750 },
    { from: 751, to: 1000 },
  ].map((bucket, index) => ({ ...bucket, count: counts[index]! })),
});

const pump: TwinSummary = {
  id: 7,
  assetId: 7,
  assetName: 'Pump 7',
  assetUniqueId: 'P-7',
  assetClassLabel: 'Rotating - Pumps',
  active: true,
  level: 900,
  probability: 31,
  consequence: 1_500_000,
  risk: 465_000,
  lastDataTime: '2014-02-19T12:00:00Z',
  silentSince: null,
  fields: {},
};

const priority: Priority = {
  twinId: 7,
  assetName: 'Pump 7',
  level: 900,
  risk: 465_000,
  weightedRisk: 200_000,
  assumedRisk: null,
  urgency: 0.5,
  actBy: '2014-02-26T12:00:00Z',
  timeSource: 'pf-interval',
  protection: { id: 1, name: 'Bearing' },
  threshold: { id: 2, name: 'Hot' },
  since: '2014-02-19T12:00:00Z',
  advisory: null,
};

const history: PlantRiskHistory = {
  today: '2014-02-19',
  from: '2014-01-20',
  firstDay: '2013-12-01',
  now: 600,
  before: 480,
  withoutRisk: 1,
  days: [
    { day: '2014-01-20', risk: 480 },
    { day: '2014-02-19', risk: 600 },
  ],
  causes: [
    {
      twinId: 7,
      assetName: 'Pump 7',
      state: 'in-service',
      before: { probability: 12, consequence: 1000, risk: 120 },
      now: { probability: 12, consequence: 2000, risk: 240 },
      change: 120,
      failureModes: [],
    },
  ],
  otherCauses: { twins: 0, change: 0 },
};

const map: TwinMap = {
  groups: [{ name: 'Unit 1', parent: null }],
  id: [7],
  name: ['Pump 7'],
  group: [0],
  risk: [240],
  probability: [12],
  consequence: [2000],
};
const mapLevels: TwinMapLevels = { id: [7], level: [900], isCurrent: [true] };

const excursion = {
  id: 1,
  twinId: 7,
  assetName: 'Pump 7',
  protectionId: 1,
  protectionName: 'Bearing',
  thresholdId: 2,
  thresholdName: 'Hot',
  level: 900,
  start: '2014-02-19T10:00:00Z',
  end: '2014-02-19T11:30:00Z',
};

/** Serves the home page. By default, nothing needs attention. */
const serveHome = (answers: Answers = {}) =>
  serve({
    'GET /api/twins/levels': () => Response.json(levels([3, 0, 0, 0, 1])),
    'GET /api/risk-history': () => Response.json(history),
    'GET /api/overview/twin-map': () => Response.json(map),
    'GET /api/overview/twin-map/levels': () => Response.json(mapLevels),
    'GET /api/overview/priorities': () => Response.json({ total: 0, records: [] }),
    'POST /api/twins/filters': () => page([]),
    'POST /api/excursions/filters': () => page([]),
    'POST /api/advisories/filters': () => page([]),
    ...answers,
  });

describe('the home page', () => {
  it('counts the twins by level, highest first, with links to the twins', async () => {
    serveHome({ 'GET /api/twins/levels': () => Response.json(levels([1200, 5, 4, 3, 2], 9, 6)) });
    show(<HomePage />, '/home', '/home');
    const list = await screen.findByRole('list', { name: 'Active twins by level' });
    const links = within(list).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      '2Level 751–1000',
      '3Level 501–750',
      '4Level 251–500',
      '5Level 1–250',
      '1,200Level 0',
      '9Not evaluated',
      '6Silent',
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      ...['751-1000', '501-750', '251-500', '1-250', '0-0', 'none'].map(
        (level) => `/apps/twins?level=${level}&state=with-data`,
      ),
      '/apps/twins?state=silent',
    ]);
  });

  it('shows what to do first and the newest excursions, with links', async () => {
    serveHome({
      'GET /api/overview/priorities': () => Response.json({ total: 14, records: [priority] }),
      'POST /api/excursions/filters': () => page([excursion]),
    });
    show(<HomePage />, '/home', '/home');
    const table = within(await screen.findByRole('table', { name: 'What to do first' }));
    expect(table.getByRole('link', { name: 'Pump 7' }).getAttribute('href')).toBe('/apps/twins/7');
    const step = table.getByRole('link', { name: /^Look at Hot: / });
    expect(step.getAttribute('href')).toBe('/apps/twins/7/protections');
    expect(table.getByText('2014-02-26')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All 14' }).getAttribute('href')).toBe(
      '/apps/twins?state=with-data',
    );
    const line = (await screen.findByRole('link', { name: 'Pump 7: Hot' })).closest('li')!;
    expect(line.textContent).toContain('2014-02-19 10:00 AM');
    expect(line.textContent).toContain('1 h 30 min');
    screen.getByRole('button', { name: 'Why the rank of Pump 7' }).click();
    const why = within(await screen.findByRole('dialog', { name: 'Risk × level / 1000 × urgency' }));
    expect(why.getByText('Excursion start + P-F interval', { exact: false })).toBeTruthy();
  });

  it('shows the money at risk, its change and the causes', async () => {
    serveHome();
    show(<HomePage />, '/home', '/home');
    const tile = await screen.findByRole('group', { name: 'Money at risk' });
    expect(tile.textContent).toBe('Money at risk$600+$120 (+25.0 %) since 2014-01-20');
    const causes = within(
      await screen.findByRole('table', { name: 'What changed the risk since 2014-01-20' }),
    );
    expect(causes.getAllByRole('row')[1]!.textContent).toBe('Pump 7Consequence $1,000 → $2,000+$120');
  });

  it('shows the start of the history instead of a change', async () => {
    const young = { ...history, before: null, firstDay: '2014-02-19', from: '2014-02-19', causes: [] };
    serveHome({ 'GET /api/risk-history': () => Response.json(young) });
    show(<HomePage />, '/home', '/home');
    const tile = await screen.findByRole('group', { name: 'Money at risk' });
    expect(tile.textContent).toBe('Money at risk$600No history before 2014-02-19.');
  });

  it('shows all twins as a map and as a table, grouped as in the URL', async () => {
    const asked = serveHome();
    const router = show(<HomePage />, '/home', '/home?group=class');
    expect(
      await screen.findByRole('application', { name: /^Map of 1 twin: area by consequence/ }),
    ).toBeTruthy();
    expect(asked.find(({ call }) => call === 'GET /api/overview/twin-map')!.query.get('group')).toBe('class');
    screen.getByRole('button', { name: 'Risk' }).click();
    await waitFor(() => expect(router.state.location.search).toBe('?group=class&area=risk'));
    screen.getByRole('button', { name: 'Table' }).click();
    const table = within(await screen.findByRole('table', { name: 'Twins of the map' }));
    await waitFor(() =>
      expect(table.getAllByRole('row')[1]!.textContent).toBe('Pump 7Unit 1Level 900$240$2,000'),
    );
    expect(table.getByRole('link').getAttribute('href')).toBe('/apps/twins/7');
  });

  it('lists silent twins', async () => {
    const fan = { ...pump, id: 8, assetName: 'Fan 8', silentSince: '2014-02-19T13:00:00Z' };
    serveHome({ 'POST /api/twins/filters': () => page([fan]) });
    show(<HomePage />, '/home', '/home');
    const silent = within(await screen.findByRole('table', { name: 'Silent twins' }));
    expect(silent.getByRole('link', { name: 'Fan 8' })).toBeTruthy();
    expect(silent.getByRole('button', { name: 'Why the level of Fan 8' })).toBeTruthy();
  });

  it('lists the advisories that wait for an action', async () => {
    const waiting = {
      id: 4,
      twinId: 7,
      assetName: 'Pump 7',
      name: 'Hot of Bearing',
      state: 'active',
      overdue: true,
      level: 900,
      targetDate: '2014-02-20T12:00:00Z',
    };
    const asked = serveHome({
      'POST /api/advisories/filters': () => page([waiting, { ...waiting, id: 5, state: 'submitted' }]),
    });
    show(<HomePage />, '/home', '/home');
    const table = await screen.findByRole('table', { name: 'Waiting advisories' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'Pump 7: Hot of BearingOverdueLevel 9002014-02-20',
      'Pump 7: Hot of BearingFor you to reviewLevel 9002014-02-20',
    ]);
    expect(within(rows[0]!).getByRole('link').getAttribute('href')).toBe('/apps/twins/7/advisories/4');
    expect(asked.find(({ call }) => call === 'POST /api/advisories/filters')?.body).toMatchObject({
      filters: [
        { operator: 'GroupOr', filters: [{ field: 'ToReview' }, { field: 'State', value: 'active' }] },
      ],
    });
  });

  it('shows a message if nothing needs attention', async () => {
    serveHome();
    show(<HomePage />, '/home', '/home');
    expect(await screen.findByText('No active twin with data is above level 0.')).toBeTruthy();
    expect(await screen.findByText('No excursions yet.')).toBeTruthy();
  });

  it('shows errors per section, each with its reason and Retry', async () => {
    let broken = true;
    serveHome({
      'GET /api/overview/priorities': () => Response.json({ total: 1, records: [priority] }),
      'POST /api/excursions/filters': () =>
        broken
          ? Response.json({ message: 'Sorts may not name Start.', detail: 'Line 1' }, { status: 400 })
          : page([excursion]),
    });
    show(<HomePage />, '/home', '/home');
    expect(await screen.findByText('Sorts may not name Start.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: /^Look at Hot: / })).toBeTruthy();
    broken = false;
    screen.getByRole('button', { name: 'Retry' }).click();
    expect(await screen.findByRole('link', { name: 'Pump 7: Hot' })).toBeTruthy();
  });

  it('requests no twins for a user who may not view them', async () => {
    const asked = serve({});
    show(<HomePage />, '/home', '/home', { ...viewer, assignedGroups: [] });
    expect(screen.getByText('Twins are shown to members of the group VIEWERS.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});
