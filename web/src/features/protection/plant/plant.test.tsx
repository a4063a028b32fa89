import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ListedProtection } from '@twinward/contracts/protections/protection-list';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../shared/api/query-client.ts';
import { createRenewer } from '../../../shared/live/renewal.ts';
import { SessionContext } from '../../../shared/session/session-context.tsx';
import { protectionWith } from '../../../testing/protections.ts';
import { createTestRouter, TestRouter } from '../../../testing/test-router.tsx';
import { Announcer } from '../../../ui/feedback/announcer.tsx';
import { ProtectionsPage } from './protections-page.tsx';

const listedWith = (change: Partial<ListedProtection>): ListedProtection => ({
  id: 1,
  name: 'Overheating',
  type: 'indicator',
  subType: 'condition',
  twinId: 5,
  assetId: 6,
  assetName: 'Pump 1',
  location: ['Site', 'Hall'],
  active: true,
  level: 0,
  drivingThresholdName: null,
  since: '2014-02-19T00:00:00.000Z',
  openExcursions: 0,
  stale: false,
  staleInputs: [],
  silentSince: null,
  error: null,
  setAsideDate: null,
  completion: 100,
  lastEvaluatedDate: '2014-02-19T00:00:00.000Z',
  shelving: null,
  fields: {},
  ...change,
});
const loud = listedWith({ id: 1, name: 'Loud', level: 800, drivingThresholdName: 'High', openExcursions: 1 });
const quiet = listedWith({ id: 2, name: 'Quiet' });
const shelved = listedWith({
  id: 3,
  name: 'Put aside',
  level: 600,
  shelving: {
    until: '2100-01-01T00:00:00.000Z',
    since: '2024-01-01T00:00:00.000Z',
    by: 'anna',
    reason: 'Sensor is out',
  },
});

let standing: object[] = [];
let protections: ListedProtection[];
let asked: { key: string; query: string; body: unknown }[];
let answers: Record<string, () => unknown>;

beforeEach(() => {
  protections = [loud, shelved, quiet];
  asked = [];
  answers = {
    'POST /api/indicators/filters': () => protections,
    'GET /api/indicators/levels': () => ({
      total: 2,
      unknown: 0,
      buckets: [0, 1, 251, 501, 751].map((from, i) => ({
        from,
        to: [0, 250, 500, 750, 1000][i],
        count: i === 0 || i === 4 ? 1 : 0,
      })),
      types: [
        { type: 'condition', count: 2 },
        { type: 'activity', count: 0 },
        { type: 'pattern', count: 0 },
      ],
      shelved: 1,
      inactive: 4,
    }),
    'POST /api/indicators/shelve': () => ({ changed: 1 }),
    'POST /api/indicators/unshelve': () => ({ changed: 1 }),
    'POST /api/excursions/filters': () => [],
    'GET /api/excursions/bad-actors': () => [
      {
        protectionId: 1,
        protectionName: 'Loud',
        twinId: 5,
        assetName: 'Pump 1',
        shelvedUntil: null,
        excursions: 1200,
        share: 0.61,
        precision: 2 / 3,
        duration: 7_200_000,
        latest: '2014-02-19T00:00:00.000Z',
      },
    ],
    'GET /api/excursions/chattering': () => [],
    'GET /api/excursions/standing': () => standing,
    'GET /api/indicators/1': () =>
      protectionWith({ name: 'Loud', type: 'condition' as never, level: 800, inputs: [] }),
    'GET /api/twins/5': () => ({ id: 5, assetName: 'Pump 1', active: true, level: 800 }),
  };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const [path, query = ''] = address.split('?');
    const key = `${method} ${path}`;
    asked.push({ key, query, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    const answer = answers[key]?.();
    const total = Array.isArray(answer) ? String(answer.length) : '';
    return new Response(JSON.stringify(answer ?? {}), {
      status: answer === undefined ? 404 : 200,
      headers: { 'x-paging-total-records': total },
    });
  });
});

const session = {
  user: { id: 1, isAdmin: false, assignedGroups: ['VIEWERS'], assignedRecordTypes: ['protection'] },
};

function open(path = '', mayWrite = true) {
  const queryClient = createQueryClient();
  const router = createTestRouter([{ path: '/apps/protections/:id?', element: <ProtectionsPage /> }], {
    initialEntries: [`/apps/protections${path}`],
  });
  const user = mayWrite ? session.user : { ...session.user, assignedRecordTypes: [] };
  render(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={{ ...session, user } as never}>
        <TestRouter router={router} />
        <Announcer />
      </SessionContext>
    </QueryClientProvider>,
  );
  return { queryClient, router, user: userEvent.setup() };
}

const names = () =>
  within(screen.getByRole('table', { name: 'Protections' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => /Loud|Put aside|Quiet/.exec(row.textContent ?? '')?.[0]);
const sent = (key: string) => asked.filter((one) => one.key === key);

describe('standing excursions', () => {
  it('of silent protections are listed separately, with both counts', async () => {
    standing = [
      {
        protectionId: 1,
        protectionName: 'Loud',
        twinId: 5,
        assetName: 'Pump 1',
        shelvedUntil: null,
        thresholdId: 3,
        thresholdName: 'High',
        level: 800,
        excursionId: 9,
        start: '2014-02-10T00:00:00.000Z',
        duration: 7_200_000,
        silentSince: '2014-02-11T00:00:00.000Z',
      },
    ];
    const { user, router } = open('?show=standing');
    await screen.findByRole('table', { name: 'Standing' });
    const asks = () => sent('GET /api/excursions/standing').map(({ query }) => query);
    expect(asks().some((query) => query.includes('silent=false'))).toBe(true);
    await user.click(await screen.findByRole('button', { name: 'Silent (1)' }));
    const table = await screen.findByRole('table', { name: 'Standing, silent' });
    expect(router.state.location.search).toBe('?show=standing&silent=true');
    expect(within(table).getByRole('columnheader', { name: 'Silent since' })).toBeTruthy();
    expect(table.textContent).toContain('2014-02-11');
    expect(asks().at(-1)).toContain('silent=true');
    await user.click(screen.getByRole('button', { name: 'With data (1)' }));
    expect(router.state.location.search).toBe('?show=standing');
  });
});

describe('the list', () => {
  it('counts protections in service by level, and links to the filtered list', async () => {
    const { user, router } = open();
    await user.click(await screen.findByRole('link', { name: /^1\s*Level 751–1000$/ }));
    expect(router.state.location.search).toBe('?level=751-1000&state=service');
    await screen.findByRole('button', { name: 'Remove filter: Level 751–1000' });
    await screen.findByRole('button', { name: 'Remove filter: In service' });
    expect(screen.getByRole('link', { name: 'Shelved 1' }).getAttribute('href')).toBe(
      '/apps/protections?state=shelved',
    );
    await waitFor(() =>
      expect(sent('POST /api/indicators/filters').at(-1)?.body).toEqual({
        filters: [
          { field: 'Level', operator: 'GreaterThanEqualTo', value: 751, dataType: 'N' },
          { field: 'Level', operator: 'LessThanEqualTo', value: 1000, dataType: 'N' },
          { field: 'Active', operator: 'EqualTo', value: true, dataType: 'B' },
          { field: 'Shelved', operator: 'EqualTo', value: false, dataType: 'B' },
        ],
        sorts: [{ field: 'Level', direction: 'Descending' }],
      }),
    );
  });

  it('crosses out the level of a shelved protection, and shows until when', async () => {
    open();
    const row = (await screen.findByText('Put aside')).closest('tr')!;
    expect(row.querySelector('s')?.textContent).toBe('600');
    expect(within(row).getByText('Shelved until')).toBeTruthy();
    expect(within(row).getByTitle('anna: Sensor is out')).toBeTruthy();
    expect((await screen.findByText('Loud')).closest('tr')!.querySelector('s')).toBeNull();
  });

  it('explains the level of each protection, with the times of its change and evaluation', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Why this level of Loud' }));
    const why = within(screen.getByRole('dialog'));
    expect(
      why.getByText('The highest level among the thresholds that are true; else the default level'),
    ).toBeTruthy();
    expect(why.getByText('High')).toBeTruthy();
    expect(why.getAllByText('2014-02-19 12:00 AM').length).toBeGreaterThan(0);
    expect(why.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/apps/protections/1/edit');
  });

  it('keeps its order while the user interacts, and updates rows in place', async () => {
    const { queryClient, user } = open();
    await screen.findByText('Loud');
    await user.hover(screen.getByRole('table', { name: 'Protections' }));
    const risen = { ...quiet, level: 950 };
    protections = [risen, loud, shelved];
    createRenewer(queryClient)({ type: 'evaluated', twinIds: [5], protectionIds: [2] });
    expect(await screen.findByText('950')).toBeTruthy();
    expect(names()).toEqual(['Loud', 'Put aside', 'Quiet']);
    await user.click(screen.getByRole('button', { name: 'Sort now' }));
    expect(names()).toEqual(['Quiet', 'Loud', 'Put aside']);
    expect(screen.queryByRole('button', { name: 'Sort now' })).toBeNull();
  });

  it('reorders at once while the user does not interact', async () => {
    const { queryClient } = open();
    await screen.findByText('Loud');
    protections = [{ ...quiet, level: 950 }, loud];
    createRenewer(queryClient)({ type: 'evaluated', twinIds: [5], protectionIds: [2] });
    await waitFor(() => expect(names()).toEqual(['Quiet', 'Loud']));
  });
});

describe('shelving', () => {
  it('requires a reason, and shelves the selected protections', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Loud' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Quiet' }));
    await user.click(screen.getByRole('button', { name: 'Shelve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelve 2 protections' }));
    await user.click(dialog.getByRole('button', { name: 'Shelve' }));
    expect(await dialog.findByText('Required.')).toBeTruthy();
    expect(sent('POST /api/indicators/shelve')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: '1 day' }));
    await user.type(dialog.getByLabelText('Reason'), 'Overhaul');
    const before = Date.now();
    await user.click(dialog.getByRole('button', { name: 'Shelve' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const body = sent('POST /api/indicators/shelve')[0]!.body as {
      ids: number[];
      until: string;
      reason: string;
    };
    expect(body).toMatchObject({ ids: [1, 2], reason: 'Overhaul' });
    const hours = (Date.parse(body.until) - before) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThan(24.1);
    expect(screen.queryByText('2 selected')).toBeNull();
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent('POST /api/indicators/unshelve').map((one) => one.body)).toEqual([{ ids: [1, 2] }]);
  });

  it('cannot be undone if some of the protections were shelved before', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('checkbox', { name: 'Select Loud' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Put aside' }));
    await user.click(screen.getByRole('button', { name: 'Shelve' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shelve 2 protections' }));
    await user.type(dialog.getByLabelText('Reason'), 'Overhaul');
    await user.click(dialog.getByRole('button', { name: 'Shelve' }));
    await screen.findByText('Shelved.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('is ended from the menu', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Actions for Put aside' }));
    await user.click(screen.getByRole('menuitem', { name: 'Unshelve' }));
    await waitFor(() => expect(sent('POST /api/indicators/unshelve')[0]?.body).toEqual({ ids: [3] }));
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent('POST /api/indicators/shelve').map((one) => one.body)).toEqual([
      { ids: [3], until: '2100-01-01T00:00:00.000Z', reason: 'Sensor is out' },
    ]);
  });

  it('is not offered to users without permission', async () => {
    const { user } = open('', false);
    await user.click(await screen.findByRole('button', { name: 'Actions for Loud' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Open in Monitor',
    ]);
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});

describe('beside the list', () => {
  it('a protection opens, and the filters are kept', async () => {
    const { router, user } = open('?state=service');
    await user.click(await screen.findByRole('link', { name: /^Loud/ }));
    expect(router.state.location).toMatchObject({
      pathname: '/apps/protections/1',
      search: '?state=service',
    });
    expect(await screen.findByRole('region', { name: 'Loud' })).toBeTruthy();
    await user.click(screen.getByRole('link', { name: 'Close Loud' }));
    expect(router.state.location).toMatchObject({ pathname: '/apps/protections', search: '?state=service' });
  });

  it('the bad actors of a range are ranked', async () => {
    const { user, router } = open('?show=bad-actors');
    const row = within((await screen.findByText('Loud')).closest('tr')!);
    expect(row.getByText('1,200')).toBeTruthy();
    expect(row.getByText('61 %')).toBeTruthy();
    expect(row.getByText('67 %')).toBeTruthy();
    expect(row.getByText('2 h')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Month' }));
    expect(router.state.location.search).toBe('?show=bad-actors&window=month');
    await waitFor(() =>
      expect(sent('GET /api/excursions/bad-actors').at(-1)?.query).toContain('window=month'),
    );
  });

  it('an empty range links to the latest one', async () => {
    answers['POST /api/excursions/filters'] = () => [{ start: '2014-02-17T12:00:00.000Z' }];
    const { user, router } = open('?show=chattering');
    await user.click(await screen.findByRole('button', { name: 'Show period of newest excursion' }));
    expect(new URLSearchParams(router.state.location.search).get('until')).toBe('2014-02-17T12:01:00.000Z');
    await waitFor(() =>
      expect(sent('GET /api/excursions/chattering').at(-1)?.query).toContain(
        'to=2014-02-17T12%3A01%3A00.000Z',
      ),
    );
  });
});
