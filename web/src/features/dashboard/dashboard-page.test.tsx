import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Dashboard } from '@twinward/contracts/questions/dashboard';
import type { DashboardCard } from '@twinward/contracts/questions/dashboard-card';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { DashboardPage } from './dashboard-page.tsx';

beforeEach(() => {
  // All cards are in the viewport.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      #report: (entries: { isIntersecting: boolean }[]) => void;
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        this.#report = report;
      }
      observe() {
        this.#report([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
});

const place = { title: '', x: 0, y: 0, w: 4, h: 4 };
const cards: DashboardCard[] = [
  { ...place, id: 'note', kind: 'text', text: '# Handover\n<b>not bold</b>' },
  {
    ...place,
    id: 'count',
    x: 4,
    w: 3,
    h: 2,
    kind: 'number',
    source: { kind: 'figure', figure: 'excursions' },
  },
  { ...place, id: 'top', y: 4, w: 6, h: 8, kind: 'top-risks', count: 10 },
];
const dashboard = (change: Partial<Dashboard> = {}): Dashboard => ({
  id: '7',
  name: 'Night shift',
  description: '',
  sharing: 'private',
  readyMade: false,
  owner: { id: 1, userName: 'ada' },
  mayEdit: true,
  cardCount: cards.length,
  version: 3,
  updatedAt: '2024-01-01T00:00:00Z',
  content: { variables: ['site'], range: { from: 'now-30d', to: 'now' }, cards },
  ...change,
});

const answers: Answers = {
  'GET /api/dashboards/7': () => Response.json(dashboard()),
  'GET /api/dashboards/ready-made': () => Response.json([]),
  'POST /api/dashboards/filters': () => page([]),
  'GET /api/settings/user/start-dashboard': () => Response.json({ id: '7', chosenBy: 'group' }),
  'GET /api/assets': () => Response.json([{ id: 12, assetName: 'North' }]),
  'POST /api/dashboards/cards': ({ body }) => {
    const { card } = body as { card: DashboardCard };
    if (card.kind === 'number') {
      return Response.json({
        kind: 'number',
        caption: 'Excursions',
        format: 'count',
        unit: null,
        value: 12,
        previous: 10,
        spark: { times: [1, 2], values: [5, 7] },
      });
    }
    return Response.json({
      kind: 'top-risks',
      total: 1,
      twins: [{ twinId: 4, assetName: 'Pump 4', level: 500, probability: 12, consequence: 1000, risk: 120 }],
    });
  },
};

const withToasts = (
  <>
    <DashboardPage />
    <Announcer />
  </>
);

describe('a dashboard', () => {
  it('shows its cards, each loaded separately, with the filters in the URL', async () => {
    const asked = serve(answers);
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7&site=12&from=now-7d&to=now&twin=x');
    expect(await screen.findByRole('heading', { name: 'Handover' })).toBeTruthy();
    expect(screen.getByText('<b>not bold</b>')).toBeTruthy();
    const tile = await screen.findByRole('group', { name: 'Excursions' });
    expect(tile.textContent).toContain('12▲ 2 (+20 %) from 10');
    const list = within(tile).getByRole('link').getAttribute('href');
    expect(list).toBe('/apps/protections?sort=-Since&siteId=12');
    const table = await screen.findByRole('table', { name: 'Top risks' });
    expect(within(table).getByRole('link', { name: 'Pump 4' }).getAttribute('href')).toBe(
      '/apps/twins/4/risk',
    );
    const read = asked.filter(({ call }) => call === 'POST /api/dashboards/cards');
    expect(read).toHaveLength(2);
    for (const { body } of read) {
      expect(body).toMatchObject({
        values: { site: 12, range: { from: 'now-7d', to: 'now' } },
        fresh: false,
      });
      expect((body as { values: object }).values).not.toHaveProperty('twin');
    }
  });

  it('shows the value and the trend of a tag in the unit chosen by the user', async () => {
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(600);
    const unit = {
      categoryId: 1,
      name: '',
      description: '',
      isStandard: true,
      isDeprecated: false,
      version: 1,
    };
    const celsius = { ...unit, id: 1, code: 'Cel', abbreviation: '°C', factor: 1, offset: 273.15 };
    const fahrenheit = { ...unit, id: 2, code: '[degF]', abbreviation: '°F', factor: 5 / 9, offset: 459.67 };
    const ofTag: DashboardCard[] = [
      { ...place, id: 'value', title: 'Oil', kind: 'number', source: { kind: 'tag', tagId: 5 } },
      { ...place, id: 'trend', title: 'Oil', y: 4, h: 8, kind: 'trend', tagId: 5, protectionId: null },
    ];
    const tag = { id: 5, name: 'TI-5', caption: 'Oil', unit: 'Cel' };
    const values = [20, 100];
    serve({
      ...answers,
      'GET /api/dashboards/7': () =>
        Response.json(
          dashboard({ content: { variables: [], range: { from: 'now-30d', to: 'now' }, cards: ofTag } }),
        ),
      'GET /api/uom/units': () => Response.json([celsius, fahrenheit]),
      'GET /api/settings/user/units': () => Response.json({ units: { 1: 2 } }),
      'POST /api/dashboards/cards': ({ body }) =>
        Response.json(
          (body as { card: DashboardCard }).card.kind === 'number'
            ? {
                kind: 'number',
                caption: 'Oil',
                format: 'number',
                unit: 'Cel',
                value: 100,
                previous: 20,
                spark: { times: [1, 2], values },
              }
            : {
                kind: 'trend',
                tag,
                twinId: null,
                from: 0,
                to: 3_600_000,
                series: { points: { times: [0, 1_800_000], values } },
                protection: null,
                units: [celsius],
                excursions: [],
              },
        ),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7');
    const tile = await screen.findByRole('group', { name: 'Oil' });
    await expect.poll(() => tile.textContent).toContain('212 °F▲ 144');
    expect(await screen.findByRole('application', { name: /^Chart of .* in °F$/ })).toBeTruthy();
  });

  it('opens the start dashboard of the user', async () => {
    serve(answers);
    show(<DashboardPage />, '/dashboard', '/dashboard');
    expect(await screen.findByRole('heading', { level: 1, name: 'Night shift' })).toBeTruthy();
  });

  it('shows the error of a card that can’t be read, and the other cards', async () => {
    const broken = { ...answers, 'POST /api/dashboards/cards': () => Response.json({}, { status: 400 }) };
    serve(broken);
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7');
    expect(await screen.findByRole('heading', { name: 'Handover' })).toBeTruthy();
    expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  });

  it('moves and resizes cards by keys with announcements, and saves the whole dashboard', async () => {
    const saved: unknown[] = [];
    serve({
      ...answers,
      'PUT /api/dashboards/7': ({ body }) => {
        saved.push(body);
        return Response.json(dashboard({ version: 4 }));
      },
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const card = await screen.findByRole('group', { name: /^Excursions, Column 5, row 1/ });
    card.focus();
    await userEvent.keyboard('{ArrowRight}{Shift>}{ArrowRight}{ArrowDown}{/Shift}');
    expect(screen.getByText('Excursions: Column 6, row 1, 4 columns wide, 3 rows high.')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Save dashboard' }));
    expect(await screen.findByRole('button', { name: 'Edit' })).toBeTruthy();
    expect(saved).toMatchObject([
      {
        version: 3,
        content: { cards: [{ id: 'note' }, { id: 'count', x: 5, y: 0, w: 4, h: 3 }, { id: 'top' }] },
      },
    ]);
  });

  it('is restored to its previous version by Undo', async () => {
    const saved: unknown[] = [];
    serve({
      ...answers,
      'GET /api/dashboards/7': () => Response.json(dashboard({ version: 3 + saved.length })),
      'PUT /api/dashboards/7': ({ body }) => {
        saved.push(body);
        return Response.json(dashboard({ version: 3 + saved.length }));
      },
    });
    show(withToasts, '/dashboard', '/dashboard?id=7');
    await userEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    const card = await screen.findByRole('group', { name: /^Excursions, Column 5, row 1/ });
    card.focus();
    await userEvent.keyboard('{ArrowRight}');
    await userEvent.click(screen.getByRole('button', { name: 'Save dashboard' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    const { name, description, sharing, content } = dashboard();
    expect(saved).toMatchObject([{ version: 3 }, { name, description, sharing, content, version: 4 }]);
  });

  it('offers a copy to viewers who may not edit it', async () => {
    serve({ ...answers, 'GET /api/dashboards/7': () => Response.json(dashboard({ mayEdit: false })) });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7', viewer);
    expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });

  it('is mailed by a schedule, with the filters of the page', async () => {
    const asked = serve({
      ...answers,
      'GET /api/report-subscriptions': () => Response.json([]),
      'POST /api/report-subscriptions': () => Response.json({ id: 1 }, { status: 201 }),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7&site=12', viewer);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reports by mail' }));
    await screen.findByText('No reports yet.');
    await user.click(screen.getByRole('button', { name: 'Mail Night shift' }));
    await user.selectOptions(screen.getByLabelText('When'), 'Every day');
    await user.selectOptions(screen.getByLabelText('Hour'), '06:00');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await screen.findByText('No reports yet.');
    expect(asked.find(({ call }) => call === 'POST /api/report-subscriptions')?.body).toMatchObject({
      subject: { kind: 'dashboard', id: '7', values: { site: 12, range: { from: 'now-30d', to: 'now' } } },
      period: 'daily',
      hour: 6,
    });
  });

  it('shows why a report failed, and failed reports of all users to administrators', async () => {
    const report = { id: 3, name: 'Night shift', ...{ period: 'daily', hour: 6, timeZone: 'UTC' } };
    const failedAt = '2024-01-01T06:00:00Z';
    const failed = { failedAt, nextAt: '2024-01-01T06:10:00Z' };
    serve({
      ...answers,
      'GET /api/report-subscriptions': () =>
        Response.json([{ ...report, ...failed, lastAt: null, failure: 'There is no field gone.' }]),
      'GET /api/report-subscriptions/failures': () =>
        Response.json([
          { id: 9, name: 'Pumps', userName: 'bob', ...failed, failure: 'The query was deleted.' },
        ]),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7', { ...viewer, isAdmin: true });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reports by mail' }));
    const own = await screen.findByRole('table', { name: 'Reports by mail' });
    expect(own.textContent).toMatch(/Night shiftFailed .*: There is no field gone\./);
    const all = await screen.findByRole('table', { name: 'Failed reports of all users' });
    expect(all.textContent).toMatch(/PumpsbobThe query was deleted\./);
  });

  it('restores its reports when its deletion is undone', async () => {
    const schedule = { period: 'daily', hour: 6, timeZone: 'UTC' };
    const subject = { kind: 'dashboard', id: '7', values: null };
    const times = { nextAt: '2024-01-01T06:00:00Z', lastAt: null, failedAt: null, failure: null };
    let reports = [{ id: 3, name: 'Night shift', subject, ...schedule, ...times }];
    const asked = serve({
      ...answers,
      'GET /api/report-subscriptions': () => Response.json(reports),
      'DELETE /api/report-subscriptions/3': () => {
        reports = [];
        return new Response(null, { status: 204 });
      },
      'POST /api/report-subscriptions': () => Response.json({ id: 4 }, { status: 201 }),
    });
    show(withToasts, '/dashboard', '/dashboard?id=7', viewer);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Reports by mail' }));
    await user.click(await screen.findByRole('button', { name: 'Actions for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await screen.findByText('No reports yet.');
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await screen.findByText('Undone.');
    expect(asked.find(({ call }) => call === 'POST /api/report-subscriptions')?.body).toEqual({
      subject,
      ...schedule,
    });
  });

  it('restores reports and alerts when a change is undone', async () => {
    const report = { id: 3, name: 'Night shift', period: 'daily', hour: 6, timeZone: 'UTC' };
    const alert = { id: 1, name: 'Repairs', direction: 'above', limit: 5, release: null };
    const asked = serve({
      ...answers,
      'GET /api/report-subscriptions': () =>
        Response.json([{ ...report, nextAt: '2024-01-01T06:00:00Z', lastAt: null, failedAt: null }]),
      'PUT /api/report-subscriptions/3': ({ body }) => Response.json({ ...report, ...(body as object) }),
      'GET /api/figure-alerts': () =>
        Response.json([
          { ...alert, isOver: false, value: 3, checkedAt: null, failedAt: null, failure: null },
        ]),
      'PUT /api/figure-alerts/1': ({ body }) => Response.json({ ...alert, ...(body as object) }),
    });
    show(withToasts, '/dashboard', '/dashboard?id=7', viewer);
    const user = userEvent.setup();
    const change = async (menu: string, name: string, label: string) => {
      await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
      await user.click(screen.getByRole('menuitem', { name: menu }));
      await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
      await user.click(screen.getByRole('menuitem', { name: 'Change' }));
      return screen.findByLabelText(label);
    };
    const saveAndUndo = async (call: string) => {
      await user.click(screen.getByRole('button', { name: 'Save' }));
      await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
      await screen.findByText('Undone.');
      return asked.filter((one) => one.call === call).map(({ body }) => body);
    };
    await user.selectOptions(await change('Reports by mail', 'Night shift', 'Hour'), '07:00');
    const schedule = { period: 'daily', hour: 6, timeZone: 'UTC' };
    expect(await saveAndUndo('PUT /api/report-subscriptions/3')).toEqual([
      { ...schedule, hour: 7 },
      schedule,
    ]);
    await user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1)!);
    const limit = await change('Alerts on figures', 'Repairs', 'Limit');
    await user.clear(limit);
    await user.type(limit, '9');
    const { id: _, ...condition } = alert;
    expect(await saveAndUndo('PUT /api/figure-alerts/1')).toEqual([{ ...condition, limit: 9 }, condition]);
  });

  it('links from a value to its records, and from a twin to the dashboard filtered by it', async () => {
    const result = {
      columns: [
        { key: 'class', caption: 'Class', kind: 'text', role: 'group', unit: null },
        {
          key: 'count',
          caption: 'Number',
          kind: 'integer',
          role: 'aggregate',
          aggregate: 'count',
          unit: null,
        },
      ],
      rows: [['Pump', 2]],
      total: 1,
      truncated: false,
      notes: [],
      ranAt: '2024-01-01T00:00:00Z',
    };
    const asked = serve({
      ...answers,
      'GET /api/dashboards/7': () =>
        Response.json(
          dashboard({
            content: {
              variables: [],
              range: { from: 'now-30d', to: 'now' },
              cards: [
                { ...place, id: 'classes', title: 'Classes', kind: 'query', queryId: 5 },
                { ...place, id: 'top', y: 4, kind: 'top-risks', count: 10, setsTwin: true },
                {
                  ...place,
                  id: 'open',
                  x: 4,
                  kind: 'number',
                  source: { kind: 'figure', figure: 'stale-inputs' },
                },
              ],
            },
          }),
        ),
      'GET /api/twins/4': () => Response.json({ id: 4, assetName: 'Pump 4' }),
      'POST /api/dashboards/cards': (request) =>
        (request.body as { card: DashboardCard }).card.kind === 'query'
          ? Response.json({
              kind: 'query',
              query: { id: 5, name: 'Classes' },
              display: { view: 'table', values: ['count'], conditionalColors: [], theme: 1 },
              parameters: { site: 12 },
              isGrouped: true,
              result,
            })
          : answers['POST /api/dashboards/cards']!(request),
      'POST /api/queries/5/rows': () =>
        Response.json({
          ...result,
          columns: [{ key: 'name', caption: 'Name', kind: 'text', role: 'field', unit: null }],
          rows: [['Pump 4']],
        }),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7');
    const user = userEvent.setup();
    const table = await screen.findByRole('table', { name: 'Classes' });
    within(table).getByRole('button', { name: '2' }).focus();
    await user.keyboard('{Enter}');
    const dialog = await screen.findByRole('dialog', { name: 'Records: Pump' });
    expect(await within(dialog).findByText('Pump 4')).toBeTruthy();
    expect(asked.find(({ call }) => call === 'POST /api/queries/5/rows')?.body).toMatchObject({
      parameters: { site: 12 },
      mark: { class: 'Pump' },
    });
    await user.click(within(dialog).getByRole('button', { name: 'Close' }));
    const tile = await screen.findByRole('group', { name: 'Stale inputs' });
    const readLink = () => within(tile).getByRole('link').getAttribute('href');
    expect(readLink()).toBe('/apps/protections?state=stale-input');
    await user.click(await screen.findByRole('link', { name: 'Pump 4' }));
    expect(await screen.findByRole('combobox', { name: 'Twin' })).toBeTruthy();
    expect(readLink()).toBe('/apps/twins/4/protections');
    const narrowed = await screen.findByRole('link', { name: 'Pump 4' });
    expect(narrowed.getAttribute('href')).toBe('/dashboard?id=7');
    const printed = screen.getByLabelText('Printed page').textContent;
    expect(printed).toMatch(
      /^DatabasedemoRange.+ to .+ \(UTC\)TwinPump 4Printed.+ \(UTC\) by adaAddresshttp.+$/,
    );
  });

  it('shows why the figure of an alert can’t be read, instead of a normal state', async () => {
    serve({
      ...answers,
      'GET /api/figure-alerts': () =>
        Response.json([
          {
            id: 1,
            name: 'Repairs',
            direction: 'above',
            limit: 5,
            isOver: false,
            value: 3,
            checkedAt: '2024-03-01T10:00:00Z',
            failedAt: '2024-03-02T10:00:00Z',
            failure: 'Query not found.',
          },
        ]),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7', viewer);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Alerts on figures' }));
    const row = await screen.findByRole('row', { name: /Repairs/ });
    expect(row.textContent).toMatch(/Could not be read .*: Query not found\./);
    expect(row.textContent).toContain('Unknown');
  });

  it('has alerts on its numbers, whose limits are validated before they are sent', async () => {
    const asked = serve({
      ...answers,
      'GET /api/figure-alerts': () => Response.json([]),
      'POST /api/figure-alerts': () => Response.json({ id: 1 }, { status: 201 }),
    });
    show(<DashboardPage />, '/dashboard', '/dashboard?id=7', viewer);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'More for Night shift' }));
    await user.click(screen.getByRole('menuitem', { name: 'Alerts on figures' }));
    await screen.findByText('No alerts yet.');
    await user.click(screen.getByRole('button', { name: 'Add alert' }));
    const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save' });
    expect(save.disabled).toBe(true);
    await user.type(screen.getByLabelText('Limit'), '10');
    await user.type(screen.getByLabelText('Reset at'), '12');
    expect(await screen.findByText('Please enter a number that is not above the limit.')).toBeTruthy();
    await user.clear(screen.getByLabelText('Reset at'));
    await user.type(screen.getByLabelText('Reset at'), '8');
    await user.click(save);
    await screen.findByText('No alerts yet.');
    expect(asked.find(({ call }) => call === 'POST /api/figure-alerts')?.body).toEqual({
      source: { kind: 'figure', figure: 'excursions' },
      values: { range: { from: 'now-30d', to: 'now' } },
      name: 'Excursions',
      direction: 'above',
      limit: 10,
      release: 8,
    });
  });
});
