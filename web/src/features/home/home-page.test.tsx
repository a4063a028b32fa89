import { screen, within } from '@testing-library/react';
import type { TwinLevels, TwinSummary } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { type Asked, page, serve, show, viewer } from '../../testing/show.tsx';
import { HomePage } from './home-page.tsx';

const levels = (counts: readonly number[], unknown = 0): TwinLevels => ({
  total: counts.reduce((sum, count) => sum + count, unknown),
  unknown,
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
};

/** Answers the list of twins with data, and that of silent ones. */
const twins =
  (withData: TwinSummary[], total = withData.length, silent: TwinSummary[] = []) =>
  ({ body }: Asked): Response =>
    JSON.stringify(body).includes('IsNotNull') ? page(silent) : page(withData, total);

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

describe('the home page', () => {
  it('counts the twins by level, the highest first, with links to the twins', async () => {
    serve({
      'GET /api/twins/levels': () => Response.json(levels([1200, 5, 4, 3, 2], 9)),
      'POST /api/twins/filters': twins([pump], 14),
      'POST /api/excursions/filters': () => page([excursion]),
      'POST /api/advisories/filters': () => page([]),
    });
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
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual(
      ['751-1000', '501-750', '251-500', '1-250', '0-0', 'none'].map(
        (level) => `/apps/twins?level=${level}&state=active`,
      ),
    );
  });

  it('shows what needs attention and the newest excursions, with links', async () => {
    const asked = serve({
      'GET /api/twins/levels': () => Response.json(levels([0, 0, 0, 0, 14])),
      'POST /api/twins/filters': twins([pump], 14),
      'POST /api/excursions/filters': () => page([excursion]),
      'POST /api/advisories/filters': () => page([]),
    });
    show(<HomePage />, '/home', '/home');
    const twin = await screen.findByRole('link', { name: 'Pump 7' });
    expect(twin.getAttribute('href')).toBe('/apps/twins/7');
    expect(screen.getByRole('link', { name: 'All 14' }).getAttribute('href')).toBe(
      '/apps/twins?state=with-data',
    );
    expect(asked.find(({ body }) => JSON.stringify(body ?? null).includes('"IsNull"'))?.body).toEqual({
      filters: [
        { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
        { field: 'Level', operator: 'GreaterThan', value: 0, dataType: 'N' },
        { field: 'SilentSince', operator: 'IsNull', dataType: 'D' },
      ],
      sorts: [
        { field: 'Level', direction: 'Descending' },
        { field: 'Risk', direction: 'Descending' },
      ],
    });
    const line = (await screen.findByRole('link', { name: 'Pump 7: Hot' })).closest('li')!;
    expect(line.textContent).toContain('2014-02-19 10:00 AM');
    expect(line.textContent).toContain('1 h 30 min');
  });

  it('lists silent twins apart from those that need attention', async () => {
    const fan = { ...pump, id: 8, assetName: 'Fan 8', silentSince: '2014-02-19T13:00:00Z' };
    serve({
      'GET /api/twins/levels': () => Response.json(levels([0, 0, 0, 0, 2])),
      'POST /api/twins/filters': twins([pump], 1, [fan]),
      'POST /api/excursions/filters': () => page([]),
      'POST /api/advisories/filters': () => page([]),
    });
    show(<HomePage />, '/home', '/home');
    const silent = within(await screen.findByRole('table', { name: 'Silent twins' }));
    expect(silent.getByRole('link', { name: 'Fan 8' })).toBeTruthy();
    const attention = within(await screen.findByRole('table', { name: 'Twins above level 0' }));
    expect(attention.queryByRole('link', { name: 'Fan 8' })).toBeNull();
    expect(attention.getByRole('link', { name: 'Pump 7' })).toBeTruthy();
  });

  it('lists the advisories that wait for someone', async () => {
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
    const asked = serve({
      'GET /api/twins/levels': () => Response.json(levels([0, 0, 0, 0, 14])),
      'POST /api/twins/filters': twins([pump], 14),
      'POST /api/excursions/filters': () => page([]),
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

  it('says so if nothing needs attention', async () => {
    serve({
      'GET /api/twins/levels': () => Response.json(levels([3, 0, 0, 0, 0])),
      'POST /api/twins/filters': twins([]),
      'POST /api/excursions/filters': () => page([]),
      'POST /api/advisories/filters': () => page([]),
    });
    show(<HomePage />, '/home', '/home');
    expect(await screen.findByText('No active twin with data is above level 0.')).toBeTruthy();
    expect(await screen.findByText('No excursions yet.')).toBeTruthy();
  });

  it('shows errors per section, each with its reason and Retry', async () => {
    let broken = true;
    serve({
      'GET /api/twins/levels': () => Response.json(levels([3, 0, 0, 0, 1])),
      'POST /api/twins/filters': twins([pump]),
      'POST /api/excursions/filters': () =>
        broken
          ? Response.json({ message: 'Sorts may not name Start.', detail: 'Line 1' }, { status: 400 })
          : page([excursion]),
      'POST /api/advisories/filters': () => page([]),
    });
    show(<HomePage />, '/home', '/home');
    expect(await screen.findByText('Sorts may not name Start.')).toBeTruthy();
    expect(await screen.findByRole('link', { name: 'Pump 7' })).toBeTruthy();
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
