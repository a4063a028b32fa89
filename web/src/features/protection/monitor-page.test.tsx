import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExcursionTally } from '@twinward/contracts/protections/excursion-span';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { createRenewer } from '../../shared/live/renewal.ts';
import { protectionWith } from '../../testing/protections.ts';
import { createTestRouter, TestRouter } from '../../testing/test-router.tsx';
import { MonitorPage } from './monitor-page.tsx';

const day = 86_400_000;
const latest = Date.UTC(2014, 1, 19);
const iso = (time: number) => new Date(time).toISOString();

let protections: ProtectionSummary[];
let tallies: ExcursionTally[];
let asked: { key: string; query: URLSearchParams; body: unknown }[];

beforeEach(() => {
  protections = [protectionWith({})];
  asked = [];
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      notify: (entries: { isIntersecting: boolean }[]) => void;
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        this.notify = notify;
      }
      observe() {
        this.notify([{ isIntersecting: true }]);
      }
      disconnect() {}
    },
  );
  const times = Array.from({ length: 80 }, (_, index) => latest - (79 - index) * day);
  const excursion = {
    id: 1,
    twinId: 5,
    assetName: 'Machine',
    protectionId: 1,
    protectionName: 'Overheating',
    thresholdId: 10,
    thresholdName: 'High',
    level: 250,
    start: iso(latest - 3 * day),
    end: iso(latest - 2 * day),
  };
  const span = { start: latest - 3 * day, end: latest - 2 * day };
  tallies = [
    { protectionId: 1, thresholdId: 10, isKept: true, count: 7200, duration: 120 * day, isOpen: false },
  ];
  const answers: Record<string, () => unknown> = {
    'GET /api/twins/5': () => ({ id: 5, assetName: 'Machine', active: true, level: protections[0]?.level }),
    'GET /api/twins/5/protections': () => protections,
    'GET /api/tags/7': () => ({ id: 7, oldestTime: iso(times[0]!), latestTime: iso(latest) }),
    'GET /api/tags/7/data-points': () => ({
      tagId: 7,
      from: 0,
      to: latest,
      points: { times, values: times.map((_, index) => 60 + index) },
    }),
    'GET /api/tags/9': () => ({ id: 9, oldestTime: null, latestTime: null }),
    'POST /api/tags/9/work/filters': () => [
      {
        id: 1,
        name: 'Oil change',
        planned: null,
        start: iso(latest - 2 * day),
        completed: iso(latest - day),
      },
      { id: 2, name: 'Next', planned: iso(latest + day), start: null, completed: null },
    ],
    'GET /api/tags/work/spans': () => [
      { tagId: 9, spans: [{ start: latest - 2 * day, end: latest - day, count: 2500 }] },
    ],
    'GET /api/tags/work/counts': () => [{ tagId: 9, count: 2500 }],
    'POST /api/tags/data-points/oldest': () => ({ time: iso(times[0]!) }),
    'POST /api/tags/work/oldest': () => ({ time: iso(times[0]! - 100 * day) }),
    'POST /api/excursions/filters': () => [excursion],
    'POST /api/indicators/explain': () => ({
      errors: [],
      unmapped: [],
      thresholds: [
        {
          value: true,
          open: true,
          parts: [
            {
              from: 0,
              to: 19,
              source: '[Temperature] > 100',
              kind: 'comparison',
              type: 'boolean',
              value: true,
              reached: true,
              parts: [
                {
                  from: 0,
                  to: 13,
                  source: '[Temperature]',
                  kind: 'alias',
                  type: 'number',
                  value: 139,
                  reached: true,
                  parts: [],
                },
              ],
            },
          ],
        },
      ],
    }),
    'GET /api/twins/5/excursions/spans': () => [
      { protectionId: 1, thresholdId: 10, level: 250, spans: [{ ...span, count: 7200 }] },
    ],
    'GET /api/twins/5/excursions/tallies': () => tallies,
    'GET /api/indicators/1/levels/spans': () => [{ ...span, level: 250, count: 1 }],
  };
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    const key = `${method} ${address.split('?')[0]}`;
    asked.push({
      key,
      query: new URL(address, 'http://x').searchParams,
      body: typeof body === 'string' ? JSON.parse(body) : undefined,
    });
    const whole = answers[key]?.();
    const total = Array.isArray(whole) ? String(whole.length) : '';
    const { searchParams } = new URL(address, 'http://x');
    const size = Number(searchParams.get('page-size'));
    const first = (Number(searchParams.get('page-number')) - 1) * size;
    const answer = Array.isArray(whole) && size > 0 ? whole.slice(first, first + size) : whole;
    return new Response(JSON.stringify(answer ?? {}), {
      status: answer === undefined ? 404 : 200,
      headers: { 'x-paging-total-records': total },
    });
  });
});

function open(search = '') {
  const queryClient = createQueryClient();
  const router = createTestRouter([{ path: '/apps/twins/:id/protections', element: <MonitorPage /> }], {
    initialEntries: [`/apps/twins/5/protections${search}`],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <TestRouter router={router} />
    </QueryClientProvider>,
  );
  return { queryClient, router, user: userEvent.setup() };
}
const panel = (name = 'Overheating') => screen.findByRole('region', { name });

describe('a protection', () => {
  it('shows its inputs, the excursions of each threshold, and the level over time', async () => {
    open();
    const section = within(await panel());
    expect(await section.findByRole('application', { name: 'Chart of Temperature in °C' })).toBeTruthy();
    expect(await section.findByRole('img', { name: 'High: 7,200 excursions, 120 d' })).toBeTruthy();
    expect(await section.findByRole('img', { name: /^Level over time: \d+: \d+ times?/ })).toBeTruthy();
    expect(section.getByRole('link', { name: 'Temperature' }).getAttribute('href')).toBe(
      '/apps/twins/5/tags/7/explore',
    );
    // Points are read in the unit of the input.
    const read = asked.find(({ key }) => key === 'GET /api/tags/7/data-points');
    expect(read?.query.get('unit')).toBe('Cel');
  });

  it('counts the excursions of the visible range, not of the wider range that is drawn', async () => {
    open('?range=week');
    await within(await panel()).findByRole('img', { name: /^High/ });
    const readRange = (key: string) => {
      const { query } = asked.find((each) => each.key === key)!;
      return [Number(query.get('from')), Number(query.get('to'))] as const;
    };
    const [from, to] = readRange('GET /api/twins/5/excursions/tallies');
    expect(to - from).toBe(7 * day);
    const drawn = readRange('GET /api/twins/5/excursions/spans');
    expect(drawn[0]).toBeLessThan(from);
    expect(drawn[1]).toBeGreaterThan(to);
  });

  it('shows how often a threshold without stored excursions was exceeded', async () => {
    tallies = [{ ...tallies[0]!, isKept: false, count: 80, duration: 3_600_000 }];
    open();
    expect(
      await within(await panel()).findByRole('img', { name: 'High: 80 times, not kept, 1 h' }),
    ).toBeTruthy();
  });

  it('names the driving threshold', async () => {
    protections = [protectionWith({ level: 250, drivingThresholdId: 10 })];
    open();
    const section = await panel();
    expect(section.textContent).toContain('Driven by High[Temperature] > 100');
  });

  it('shows that it is stale, inactive or in error', async () => {
    protections = [
      protectionWith({ id: 2, name: 'Stale one', stale: true }),
      protectionWith({ id: 3, name: 'Inactive one', active: false }),
      protectionWith({
        id: 4,
        name: 'Broken one',
        error: 'Unknown tag alias [Temp].',
        lastEvaluatedDate: null,
      }),
    ];
    open();
    expect((await panel('Stale one')).textContent).toContain(
      'Stale: the last evaluation could not calculate anything. The level is the last known.',
    );
    expect((await panel('Inactive one')).textContent).toContain(
      'Inactive: not evaluated. The level is the last known.',
    );
    const broken = (await panel('Broken one')).textContent;
    expect(broken).toContain('Unknown tag alias [Temp].');
    expect(broken).toContain('Not evaluated yet');
  });

  it('lists stale inputs with their limits, and notes if all are stale', async () => {
    const [input] = protectionWith({}).aliases;
    const watched = {
      ...input!,
      intervalType: 'calendar' as const,
      expectedInterval: 'PT5M',
      tolerance: 'PT1M',
    };
    const since = '2014-02-18T10:00:00.000Z';
    const staleInputs = [{ alias: 'Temperature', since, hadPoints: true }];
    protections = [
      protectionWith({ id: 2, name: 'One of two', aliases: [watched], staleInputs }),
      protectionWith({ id: 3, name: 'All of them', aliases: [watched], staleInputs, silentSince: since }),
      protectionWith({
        id: 4,
        name: 'Without points',
        aliases: [watched],
        staleInputs: [{ alias: 'Temperature', since, hadPoints: false }],
      }),
    ];
    open();
    expect((await panel('Without points')).textContent).toContain(
      '[Temperature] has never had a point. It has been stale since the protection was activated, 2014-02-18 10:00 AM: a point',
    );
    const limits =
      '[Temperature] has been stale since 2014-02-18 10:00 AM: a point was expected every 5 minutes with a tolerance of 1 minute.';
    const one = (await panel('One of two')).textContent;
    expect(one).toContain(limits);
    expect(one).not.toContain('Silent');
    const all = (await panel('All of them')).textContent;
    expect(all).toContain(limits);
    expect(all).toContain('Silent since 2014-02-18 10:00 AM: no input has recent data');
  });

  it('is updated on the screen when it is evaluated', async () => {
    const { queryClient } = open();
    await within(await panel()).findByText('0');
    protections = [protectionWith({ level: 250, drivingThresholdId: 10 })];
    createRenewer(queryClient)({ type: 'evaluated', twinIds: [5], protectionIds: [1] });
    await waitFor(async () => expect((await panel()).textContent).toContain('Driven by High'));
    await waitFor(() => expect(screen.getAllByText('250').length).toBeGreaterThan(1));
  });
});

describe('a twin with more than a hundred protections', () => {
  it('shows a hundred of them, the total, and links to the others', async () => {
    const all = Array.from({ length: 103 }, (_, index) =>
      protectionWith({ id: index + 1, name: `Rule ${index + 1}` }),
    );
    protections = all;
    const { user, router } = open();
    expect(await screen.findByText('1–100 of 103 protections')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(await screen.findByRole('region', { name: 'Rule 103' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Rule 1' })).toBeNull();
    expect(router.state.location.search).toBe('?page=2');
    expect(screen.getByText('101–103 of 103 protections')).toBeTruthy();
  });
});

describe('the page', () => {
  it('switches from charts to tables, and keeps the choice in the URL', async () => {
    const { user, router } = open();
    await panel();
    await user.click(screen.getByRole('button', { name: 'Table' }));
    expect(router.state.location.search).toBe('?view=table');
    expect(await screen.findByRole('table', { name: 'Points of Temperature in °C' })).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Excursions of Overheating' })).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
  });

  it('zooms to an excursion, and keeps the range in the URL', async () => {
    const { user, router } = open('?view=table');
    await user.click(await screen.findByRole('button', { name: /^Show the excursion of/ }));
    await waitFor(() =>
      expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
        view: 'table',
        from: iso(latest - 4 * day),
        to: iso(latest - day),
      }),
    );
  });

  it('explains what is missing without protections', async () => {
    protections = [];
    open();
    expect(await screen.findByText('No protections yet.')).toBeTruthy();
  });

  it('explains the level: the driving threshold and the value of each part', async () => {
    const { user } = open();
    await user.click(
      await within(await panel()).findByRole('button', { name: 'Why the level of Overheating' }),
    );
    const why = await within(await panel()).findByRole('region', { name: 'Explanation' });
    expect(why.textContent).toContain('Driven by High.');
    expect(why.textContent).toContain('High: true, in excursion');
    expect(within(why).getByText('139 °C')).toBeTruthy();
    const question = asked.find(({ key }) => key === 'POST /api/indicators/explain')!.body;
    expect(question).toMatchObject({
      twinId: 5,
      time: Date.UTC(2014, 1, 1),
      protection: { type: 'condition', thresholds: [{ id: 10, logic: '[Temperature] > 100' }] },
    });
    await user.click(within(why).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Explanation' })).toBeNull());
  });
});

it.each([
  ['condition', 'Condition protection'],
  ['activity', 'Activity protection'],
  ['pattern', 'Pattern protection'],
] as const)('shows a protection of type %s', async (subType, label) => {
  protections = [protectionWith({ subType })];
  open();
  expect(await screen.findByText(label)).toBeDefined();
});

it('shows the completed work of an activity protection', async () => {
  const activity = protectionWith({ subType: 'activity' });
  protections = [
    {
      ...activity,
      thresholds: [],
      aliases: [{ ...activity.aliases[0]!, alias: 'Service', type: 'work', tagId: 9, tagName: 'WORK' }],
      inputs: [{ alias: 'Service', tagId: 9, tagName: 'WORK', unit: null }],
    },
  ];
  open();
  expect(
    await screen.findByRole('img', { name: 'Service: completed work: 2,500 in this range' }),
  ).toBeDefined();
});
