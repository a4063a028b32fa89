import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type AlarmReport, defaultAlarmTargets } from '@twinward/contracts/protections/alarm-report';
import { beforeEach, expect, it, vi } from 'vitest';
import { type Answers, serve, show, viewer } from '../../testing/show.tsx';
import { AlarmPerformancePage } from './alarm-performance-page.tsx';

const ofProtection = {
  protectionId: 4,
  protectionName: 'Bearing heat',
  twinId: 5,
  assetName: 'Pump 1',
  shelvedUntil: null,
};
const ofThreshold = { ...ofProtection, thresholdId: 9, thresholdName: 'High', level: 900 };

const report: AlarmReport = {
  from: '2024-01-01T00:00:00.000Z',
  to: '2024-01-31T00:00:00.000Z',
  targets: defaultAlarmTargets,
  total: {
    alarms: 2000,
    areas: 2,
    averageRate: 0.2315,
    peakRate: 31,
    floods: 3,
    floodShare: 2.5,
    worstShare: 42,
    standingPeak: 4,
    stalePeak: 1,
    shelvedPeak: 0,
  },
  areas: [
    {
      id: 1,
      name: 'North',
      alarms: 1500,
      averageRate: 1.2,
      peakRate: 31,
      peakAt: '2024-01-03T10:00:00.000Z',
      floods: 3,
      floodShare: 5,
    },
    {
      id: null,
      name: 'No area',
      alarms: 500,
      averageRate: 0.1,
      peakRate: 4,
      peakAt: null,
      floods: 0,
      floodShare: 0,
    },
  ],
  priorities: [
    { priority: 'low', thresholds: 20, alarms: 1000, share: 50 },
    { priority: 'medium', thresholds: 10, alarms: 600, share: 30 },
    { priority: 'high', thresholds: 4, alarms: 400, share: 20 },
  ],
  worst: [{ ...ofThreshold, alarms: 840, share: 42 }],
  slices: { length: 86_400_000, alarms: [1200, 800] },
  standing: {
    count: 1,
    records: [
      {
        ...ofThreshold,
        excursionId: 3,
        start: '2024-01-20T00:00:00.000Z',
        duration: 11 * 86_400_000,
        silentSince: '2024-01-25T00:00:00.000Z',
      },
    ],
  },
  stale: 1,
  chattering: { count: 0, records: [] },
  shelved: { count: 0, records: [] },
  statesSince: '2024-01-10T00:00:00.000Z',
};

let answers: Answers;
beforeEach(() => {
  answers = {
    'GET /api/excursions/alarm-report': () => Response.json(report),
    'PUT /api/settings/alarm-targets': ({ body }) => Response.json(body as object),
  };
});

const open = (user = viewer, query = '?range=week&until=2024-01-31T00:00:00Z') =>
  show(<AlarmPerformancePage />, '/apps/alarm-performance', `/apps/alarm-performance${query}`, user);
const administrator = { ...viewer, assignedGroups: ['VIEWERS', 'ADMINISTRATORS'] };

it('shows each figure with its target, and marks missed targets', async () => {
  const asked = serve(answers);
  open();
  const table = await screen.findByRole('table', { name: 'Against targets' });
  const readRow = (name: string) => within(table).getByText(name).closest('tr')!.textContent;
  expect(readRow('Alarms per 10 minutes and area')).toMatch(/0\.23.*1.*Met/);
  expect(readRow('Most alarms in 10 minutes')).toMatch(/31.*10.*Missed/);
  expect(readRow('Stale: standing without data, most on a day')).toMatch(/1.*0.*Missed/);
  expect(screen.getByText(/^Stale and shelved alarms are recorded since 2024-01-10/)).toBeTruthy();
  expect(screen.getByText('4 of 9')).toBeTruthy();
  const areas = screen.getByRole('table', { name: 'By area' });
  expect(
    within(areas)
      .getAllByTitle('Above the target')
      .map(({ textContent }) => textContent),
  ).toEqual(['1.2 ▲', '31 ▲', '5 % ▲']);
  expect(asked[0]!.query.get('to')).toBe('2024-01-31T00:00:00.000Z');
  expect(asked[0]!.query.get('from')).toBe('2024-01-24T00:00:00.000Z');
});

it('shows charts as tables, and links from a bad actor to its protection', async () => {
  serve(answers);
  const router = open();
  await screen.findByRole('img', { name: /^Alarms per day: 2,000 in all, at most 1,200/ });
  await userEvent.click(screen.getAllByRole('button', { name: 'Show as table' })[1]!);
  const shares = screen.getByRole('table', { name: 'By priority' });
  expect(within(shares).getByText('High').closest('tr')!.textContent).toMatch(/400.*20 %.*5 %/);
  const worst = screen.getByRole('table', { name: /^The ten worst/ });
  await userEvent.click(within(worst).getByRole('link', { name: 'Bearing heat' }));
  expect(router.state.location.pathname).toBe('/apps/protections/4');
});

it('prints the report', async () => {
  serve(answers);
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open();
  await userEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

it('lets administrators set targets, and shows validation errors', async () => {
  const asked = serve(answers);
  open(administrator);
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for alarm performance' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit targets' }));
  const high = await screen.findByLabelText('High');
  await userEvent.clear(high);
  await userEvent.type(high, '10');
  expect(await screen.findByText('Please enter shares that sum to 100 %.')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save targets' }).disabled).toBe(true);
  const medium = screen.getByLabelText('Medium');
  await userEvent.clear(medium);
  await userEvent.type(medium, '10');
  await userEvent.click(screen.getByRole('button', { name: 'Save targets' }));
  await waitFor(() =>
    expect(asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({
      ...defaultAlarmTargets,
      high: 10,
      medium: 10,
    }),
  );
});

it('offers no change of targets to viewers', async () => {
  serve(answers);
  open();
  await screen.findByRole('table', { name: 'By area' });
  expect(screen.queryByRole('button', { name: 'Actions for alarm performance' })).toBeNull();
});

it('shows a message if there are no alarms', async () => {
  const none = {
    ...report,
    total: { ...report.total, alarms: 0 },
    worst: [],
    standing: { count: 0, records: [] },
  };
  serve({ 'GET /api/excursions/alarm-report': () => Response.json(none) });
  open(viewer, '');
  expect((await screen.findAllByText('No alarms in this period.')).length).toBe(2);
});
