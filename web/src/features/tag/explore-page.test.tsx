import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { createRenewer } from '../../shared/live/renewal.ts';
import { SessionContext } from '../../shared/session/session-context.tsx';
import { createSession, viewer } from '../../testing/show.tsx';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { TimeZoneProvider } from '../../ui/format/time-zone.ts';
import { ExplorePage } from './explore-page.tsx';

const hour = 3_600_000;
const start = Date.UTC(2014, 1, 7);
const iso = (time: number) => new Date(time).toISOString();

let latest: number;
let answers: Record<string, () => unknown>;
let asked: string[];

beforeEach(() => {
  latest = start + 100 * hour;
  asked = [];
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
  answers = {
    'GET /api/twins/5': () => ({ id: 5, assetName: 'Machine' }),
    'GET /api/twins/5/protections': () => [
      {
        id: 1,
        name: 'Overheating',
        thresholds: [{ id: 10, name: 'High', alias: null, logic: '[Temperature] > 100', level: 250 }],
        inputs: [{ alias: 'Temperature', tagId: 7, tagName: 'TI-7', unit: 'Cel' }],
      },
    ],
    'GET /api/tags/7': () => ({
      id: 7,
      name: 'TI-7',
      caption: 'Bearing temperature',
      unit: 'Cel',
      oldestTime: iso(start),
      latestTime: iso(latest),
      latestValue: 81.5,
    }),
    'GET /api/tags/7/data-points': () => ({
      tagId: 7,
      from: start,
      to: latest,
      points: {
        times: [start, start + 50 * hour, latest],
        values: [60, 101, 81.5],
        qualities: ['good', 'uncertain', 'good'],
      },
    }),
    'POST /api/excursions/filters': () => [excursion(1, 1, start + 50 * hour, start + 60 * hour)],
    'GET /api/twins/5/excursions/spans': () => [],
    'GET /api/annotations': () => [],
  };
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    const key = `${method} ${address.split('?')[0]}`;
    asked.push(`${method} ${address}`);
    const answer = answers[key]?.();
    return new Response(JSON.stringify(answer ?? { message: `No answer to ${key}.` }), {
      status: answer === undefined ? 404 : 200,
      headers: { 'x-paging-total-records': Array.isArray(answer) ? String(answer.length) : '' },
    });
  });
});

const excursion = (id: number, protectionId: number, from: number, to: number) => ({
  id,
  twinId: 5,
  protectionId,
  protectionName: protectionId === 1 ? 'Overheating' : 'Of another tag',
  thresholdId: 10,
  thresholdName: 'High',
  level: 250,
  start: iso(from),
  end: iso(to),
});

function open(search = '') {
  const queryClient = createQueryClient();
  const router = createTestRouter(
    [
      { path: '/apps/twins/:twinId/tags/:tagId/explore', element: <ExplorePage /> },
      { path: '/notfound', element: 'Nothing here' },
    ],
    { initialEntries: [search.startsWith('/') ? search : `/apps/twins/5/tags/7/explore${search}`] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <SessionContext value={createSession(viewer)}>
        <TimeZoneProvider value="UTC">
          <TestRouter router={router} />
        </TimeZoneProvider>
      </SessionContext>
    </QueryClientProvider>,
  );
  return { queryClient, router, user: userEvent.setup() };
}
const chart = () => screen.findByRole('application', { name: 'Chart of TI-7 in °C' });
const rangeShown = () => screen.getByTitle('Times in UTC').textContent;

it('draws and downloads points in the display unit', async () => {
  answers['GET /api/uom/units'] = () => [
    { id: 1, categoryId: 1, code: 'Cel', abbreviation: '°C', factor: 1, offset: 273.15 },
    { id: 2, categoryId: 1, code: '[degF]', abbreviation: '°F', factor: 5 / 9, offset: 459.67 },
  ];
  answers['GET /api/settings/user/units'] = () => ({ units: { 1: 2 } });
  const { user } = open();
  expect(await screen.findByRole('application', { name: 'Chart of TI-7 in °F' })).toBeDefined();
  expect(screen.getByText('178.7 °F', { exact: false })).toBeDefined();
  await user.click(screen.getByRole('button', { name: 'Actions for the chart of TI-7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Download points' }));
  await waitFor(() =>
    expect(asked.filter((call) => call.includes('.csv'))).toEqual([
      expect.stringMatching(/\/data-points\.csv\?.*unit=%5BdegF%5D/),
    ]),
  );
});

it('shows expected values of a tag and their deviation, by the model of a pattern protection', async () => {
  answers['GET /api/twins/5/protections'] = () => [
    {
      id: 1,
      name: 'Faults',
      thresholds: [],
      indicatorPattern: {
        id: 4,
        modelVersion: 2,
        isCurrent: true,
        patterns: [{ id: 8, name: 'Leak', default: false, color: '#1E88E5' }],
      },
      inputs: [{ alias: 'Temperature', tagId: 7, tagName: 'TI-7', unit: 'Cel' }],
    },
  ];
  const column = [80, 81];
  answers['GET /api/indicators/1/answers/spans'] = () => [
    { patternId: 8, start, end: start + hour, count: 1 },
  ];
  answers['GET /api/indicators/1/expected-values'] = () => ({
    version: 2,
    stepSeconds: 60,
    width: 50 * hour,
    times: [start, start + 50 * hour],
    inputs: [
      {
        tagAliasId: 3,
        tagAliasName: 'Temperature',
        tagId: 7,
        unit: 'Cel',
        deviationTagId: null,
        outside: 0.25,
        excess: 0.8,
        expected: column,
        low: [70, 71],
        high: [90, 91],
        deviation: [-20, 20],
      },
    ],
  });
  open();
  await chart();
  expect(await screen.findByRole('application', { name: 'Chart of Deviation of TI-7 in °C' })).toBeTruthy();
  expect(screen.getByText(/Grey band: expected range/)).toBeTruthy();
  const rank = screen.getByRole('table', { name: 'Inputs of Faults by deviation' });
  expect(rank.textContent).toContain('25 %');
  const strip = screen.getByRole('group', { name: 'Answers of Faults' });
  expect(within(strip).getByRole('img').getAttribute('aria-label')).toMatch(/^Pattern: /);
  const call = new URL(asked.find((each) => each.includes('/expected-values?'))!.slice(4), 'http://x');
  expect(Number(call.searchParams.get('buckets'))).toBeLessThanOrEqual(1000);
});

describe('the range', () => {
  it('is initially the whole extent, at the resolution of the chart', async () => {
    open();
    await chart();
    expect(rangeShown()).toBe('2014-02-06 10:30 PM – 2014-02-11 5:30 AM (4 d 7 h)');
    await waitFor(() => expect(asked.some((call) => call.includes('/data-points?'))).toBe(true));
    const call = new URL(asked.find((each) => each.includes('/data-points?'))!.slice(4), 'http://x');
    const query = Object.fromEntries([...call.searchParams].map(([name, value]) => [name, Number(value)]));
    expect(query.from).toBeLessThan(start);
    expect(query.to).toBeGreaterThan(latest);
    expect((query.to! - query.from!) / query.buckets!).toBe(10 * 60_000);
  });

  it('is read from the URL, and written to it after movement stops', async () => {
    const { router } = open(`?from=${iso(start)}&to=${iso(start + 10 * hour)}`);
    fireEvent.keyDown(await chart(), { key: 'ArrowRight' });
    fireEvent.keyDown(await chart(), { key: 'ArrowRight' });
    expect(rangeShown()).toBe('2014-02-07 2:00 AM – 2014-02-07 12:00 PM (10 h)');
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        from: iso(start + 2 * hour),
        to: iso(start + 12 * hour),
      }),
    );
  });

  it('follows back and forward navigation', async () => {
    const { router } = open('?range=day');
    await chart();
    const day = rangeShown();
    await router.navigate('?range=8h');
    await waitFor(() => expect(rangeShown()).toContain('(8 h)'));
    await router.navigate(-1);
    await waitFor(() => expect(rangeShown()).toBe(day));
  });

  it('follows the latest data for a preset', async () => {
    const { queryClient } = open('?range=1h');
    await chart();
    expect(rangeShown()).toBe('2014-02-11 3:01 AM – 2014-02-11 4:01 AM (1 h)');
    latest += 2 * hour;
    createRenewer(queryClient)({ type: 'points', tagIds: [7] });
    await waitFor(() => expect(rangeShown()).toBe('2014-02-11 5:01 AM – 2014-02-11 6:01 AM (1 h)'));
  });
});

it('is printed with the content, the source and the user', async () => {
  open('?range=8h');
  await chart();
  const title = await screen.findByLabelText('Printed page');
  expect(title.textContent).toContain('Databasedemo');
  expect(title.textContent).toContain('TwinMachine');
  expect(title.textContent).toMatch(/TagsTI-7Range2014-02-10 8:09 PM – 2014-02-11 4:09 AM \(8 h\), UTC/);
  expect(title.textContent).toMatch(/Printed.* \(UTC\) by ada/);
  expect(screen.getByRole('button', { name: 'Print' })).toBeTruthy();
});

describe('the chart', () => {
  it('shows the limits and excursions of the protections that use the tag', async () => {
    open();
    await chart();
    expect(await screen.findByTitle('Overheating: High > 100 °C')).toBeTruthy();
    const rows = within(await screen.findByRole('table', { name: /^Excursions of/ })).getAllByRole('row');
    expect(rows).toHaveLength(2);
    expect(rows[1]?.textContent).toContain('Overheating');
    expect(asked.some((call) => /excursions\/spans\?(.*&)?protectionId=1(&|$)/.test(call))).toBe(true);
  });

  it('can be read by keyboard', async () => {
    open();
    const element = await chart();
    await waitFor(() => expect(element.getAttribute('aria-busy')).toBe('false'));
    await screen.findByText(/uncertain quality/);
    fireEvent.keyDown(element, { key: 'ArrowRight', shiftKey: true });
    expect(screen.getByText('2014-02-09 2:00:00 AM: 101 °C, uncertain')).toBeTruthy();
    fireEvent.keyDown(element, { key: 'ArrowRight', shiftKey: true });
    expect(screen.getByText('2014-02-11 4:00:00 AM: 81.5 °C')).toBeTruthy();
  });

  it('has a table of its data', async () => {
    const { user } = open();
    await chart();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    const table = await screen.findByRole('table', { name: 'Points of TI-7 in °C' });
    const rows = within(table).getAllByRole('row');
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Time', 'Value (°C)', 'Quality'],
      ['2014-02-07 12:00:00 AM', '60', 'good'],
      ['2014-02-09 2:00:00 AM', '101', 'uncertain'],
      ['2014-02-11 4:00:00 AM', '81.5', 'good'],
    ]);
  });
});

describe('missing data', () => {
  it.each([
    '/apps/twins/5/tags/seven/explore',
    '/apps/twins/5/tags/8/explore',
    '/apps/twins/6/tags/7/explore',
  ])('redirects from %s to the not-found page', async (path) => {
    const { router } = open(path);
    expect(await screen.findByText('Nothing here')).toBeTruthy();
    expect(new URLSearchParams(router.state.location.search).get('path')).toBe(path);
  });

  it('is explained if there are no points', async () => {
    answers['GET /api/tags/7'] = () => ({
      id: 7,
      name: 'TI-7',
      caption: '',
      oldestTime: null,
      latestTime: null,
    });
    open();
    expect(await screen.findByText('No points yet.')).toBeTruthy();
  });

  it('shows why the points could not be loaded, and retries', async () => {
    const points = answers['GET /api/tags/7/data-points'];
    delete answers['GET /api/tags/7/data-points'];
    const { user } = open();
    expect(await screen.findByText('No answer to GET /api/tags/7/data-points.')).toBeTruthy();
    answers['GET /api/tags/7/data-points'] = points!;
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText(/uncertain quality/)).toBeTruthy();
  });
});

it('shows the source of the points of a tag, and gaps', async () => {
  const tag = answers['GET /api/tags/7']!() as object;
  answers['GET /api/tags/7'] = () => ({ ...tag, connectionId: 3, connectionGroupId: 2 });
  answers['GET /api/tags/7/feed'] = () => ({
    connectionId: 3,
    connectionName: 'Gateway',
    source: 'bearing/1',
    factor: 0.1,
    offset: -40,
    lastTime: iso(latest),
    gaps: [
      { from: iso(start - hour), to: iso(start + hour) },
      { from: iso(latest + 1000 * hour), to: iso(latest + 1001 * hour) },
    ],
  });
  open();
  expect(await screen.findByText(/^From/)).toHaveProperty(
    'textContent',
    'From Gateway, source bearing/1, as 0.1 × value − 40. Latest point: 2014-02-11 4:00 AM.',
  );
  await chart();
  expect(screen.getByText(/Not recorded: /).textContent).toBe(
    'Not recorded: 2014-02-06 11:00 PM to 2014-02-07 1:00 AM.',
  );
  expect(screen.getByText(/Grey columns: not recorded\./)).toBeDefined();
});
