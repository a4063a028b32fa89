import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { drawn } from '../../../testing/drawn.ts';
import { protectionWith, thresholdWith } from '../../../testing/protections.ts';
import { type Answers, page, serve, show } from '../../../testing/show.tsx';
import { twinWith } from '../../../testing/twins.ts';
import { TwinLately } from './twin-lately.tsx';

const day = 86_400_000;
const now = Date.now();
const ago = (days: number): string => new Date(now - days * day).toISOString();

const alias = {
  id: 3,
  twinId: 7,
  type: 'data_point',
  name: 'Temperature',
  mappedTagId: 44,
  mappedTagName: 'TI-7',
  mappedTagUnit: 'Cel',
  unit: 'Cel',
  latestTime: ago(0),
  latestValue: 81,
};
const workAlias = { ...alias, id: 4, type: 'work', name: 'Repairs', mappedTagId: 45, latestTime: null };
const protection = protectionWith({
  twinId: 7,
  thresholds: [thresholdWith({ id: 10, name: 'Hot', logic: '[Temperature] > 80', level: 750 })],
  inputs: [{ alias: 'Temperature', tagId: 44, tagName: 'TI-7', unit: 'Cel' }],
  level: 750,
  drivingThresholdId: 10,
});
const work = { id: 5, name: 'Oil change', planned: null, start: null, completed: null };
const advisory = {
  id: 9,
  twinId: 7,
  name: 'Replace the bearing',
  state: 'active',
  createdAt: ago(12),
  targetDate: ago(2),
  overdue: true,
};
const createSpans = (...spans: readonly [start: number, end: number][]) => [
  {
    protectionId: 1,
    thresholdId: 10,
    level: 750,
    spans: spans.map(([start, end]) => ({ start: now - start * day, end: now - end * day, count: 1 })),
  },
];
const tally = {
  protectionId: 1,
  thresholdId: 10,
  isKept: true,
  count: 4,
  duration: 2 * day,
  isOpen: false,
};

const full: Answers = {
  'GET /api/twins/7/protections': () => page([protection]),
  'GET /api/twins/7/tag-aliases': () => Response.json([alias, workAlias]),
  'GET /api/uom/units': () => Response.json([]),
  'GET /api/tags/44/data-points': () =>
    Response.json({
      tagId: 44,
      from: now - 60 * day,
      to: now,
      points: { times: [now - 2 * day, now - day], values: [60, 81] },
    }),
  'GET /api/twins/7/excursions/spans': () =>
    Response.json(createSpans([20, 18], [9.9, 9.89], [9.8, 9.79], [9.7, 9.69])),
  'GET /api/twins/7/excursions/tallies': () => Response.json([tally]),
  'POST /api/work/filters': () =>
    page([
      { ...work, completed: ago(20) },
      { ...work, id: 6, name: 'Inspection', planned: ago(-5) },
    ]),
  'POST /api/advisories/filters': () => page([advisory]),
};
const nothing: Answers = {
  ...full,
  'GET /api/twins/7/tag-aliases': () => Response.json([{ ...alias, latestTime: ago(40) }]),
  'GET /api/twins/7/excursions/tallies': () => Response.json([]),
  'POST /api/advisories/filters': () => page([]),
};
const open = (address = '/apps/twins/7', twin = twinWith()) =>
  show(<TwinLately twin={twin} />, '/apps/twins/:id', address);
const labels = (list: HTMLElement) =>
  within(list)
    .getAllByRole('link')
    .map((link) => link.getAttribute('aria-label')!.replace(/ \d{4}-.*/, ''));

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000);
});

describe('the last 30 days of a twin', () => {
  it('show its signals with limits and excursions, and events as marks, on one time axis', async () => {
    const asked = serve(full);
    open();
    expect(await screen.findByRole('application', { name: 'Chart of Temperature in °C' })).toBeTruthy();
    const strip = await screen.findByRole('img', {
      name: 'Excursions and level: 4 in this range, highest level 750',
    });
    // One long excursion, and three short ones merged into one block with their count.
    await waitFor(() => expect(strip.querySelectorAll('rect')).toHaveLength(3));
    expect(strip.textContent).toBe('3 ×');
    expect(labels(await screen.findByRole('list', { name: 'Work' }))).toEqual([
      'Oil change, completed',
      'Inspection, planned',
    ]);
    expect(labels(await screen.findByRole('list', { name: 'Advisories' }))).toEqual([
      'Replace the bearing, created',
      'Replace the bearing, overdue since',
    ]);
    expect(screen.getByText('Now')).toBeTruthy();
    await waitFor(() => expect(JSON.stringify(drawn.option)).toContain('81'));
    const { query } = asked.find(({ call }) => call === 'GET /api/tags/44/data-points')!;
    expect(Number(query.get('buckets'))).toBeLessThan(10_000);
    const { body } = asked.find(({ call }) => call === 'POST /api/work/filters')!;
    expect(body).toMatchObject({ filters: [{ field: 'TagId', value: [45] }, {}] });
  });

  it('link to Monitor and explore for the same range', async () => {
    serve(full);
    open();
    const monitor = await screen.findByRole('link', { name: 'All protections in this range' });
    const explore = screen.getByRole('link', { name: 'Explore the signal' });
    const [one, other] = [monitor, explore].map(
      (link) => new URL(link.getAttribute('href')!, 'http://localhost'),
    );
    expect(one!.pathname).toBe('/apps/twins/7/protections');
    expect(other!.pathname).toBe('/apps/twins/7/tags/44/explore');
    expect(one!.search).toBe(other!.search);
    const range = ['from', 'to'].map((name) => Date.parse(one!.searchParams.get(name)!));
    expect(range[1]! - range[0]!).toBe(40 * day);
    expect(range[0]).toBeLessThanOrEqual(now - 30 * day);
  });

  it('can be shown as tables with the full content of the charts', async () => {
    serve({
      ...full,
      'POST /api/excursions/filters': () =>
        page([
          {
            id: 1,
            twinId: 7,
            protectionName: 'Overheating',
            thresholdName: 'Hot',
            level: 750,
            start: ago(20),
            end: ago(18),
            evaluatedTo: null,
          },
        ]),
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Table' }));
    const table = await screen.findByRole('table', { name: 'Work and advisories' });
    await waitFor(() =>
      expect(
        [...table.querySelectorAll('tbody tr')].map((row) => row.textContent!.replace(/\d{4}-.*/, '')),
      ).toEqual([
        'InspectionPlanned',
        'Replace the bearingOverdue',
        'Replace the bearingCreated',
        'Oil changeCompleted',
      ]),
    );
    expect(await screen.findByRole('table', { name: 'Excursions in this range' })).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Points of Temperature in °C' })).toBeTruthy();
  });

  it('can be restored after a zoom', async () => {
    serve(full);
    const router = open(`/apps/twins/7?from=${ago(4)}&to=${ago(3)}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Back to the last 30 days' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
    expect(screen.queryByRole('button', { name: 'Back to the last 30 days' })).toBeNull();
  });

  it('show a message without events, and the time of the latest data', async () => {
    serve(nothing);
    open('/apps/twins/7', twinWith({ lastDataTime: '2014-02-18T10:00:00.000Z' }));
    expect(await screen.findByText('Nothing in the last 30 days.')).toBeTruthy();
    expect(screen.getByText('The latest data is from 2014-02-18.')).toBeTruthy();
    expect(screen.queryByRole('application')).toBeNull();
  });

  it.each([
    ['GET /api/twins/7/tag-aliases', 'link', 'All protections in this range'],
    ['GET /api/twins/7/excursions/tallies', 'img', /^Excursions and level/],
    ['POST /api/work/filters', 'list', 'Work'],
    ['POST /api/advisories/filters', 'list', 'Advisories'],
  ] as const)(
    'show an error for data that could not be loaded by %s, and retry',
    async (route, role, name) => {
      let isDown = true;
      serve({
        ...full,
        [route]: (asked) =>
          isDown ? Response.json({ message: 'It is closed.' }, { status: 409 }) : full[route]!(asked),
      });
      open();
      await screen.findByText('It is closed.');
      expect(screen.queryByRole(role, { name })).toBeNull();
      isDown = false;
      await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
      expect(await screen.findByRole(role, { name })).toBeTruthy();
      await waitFor(() => expect(screen.queryByText('It is closed.')).toBeNull());
    },
  );
});
