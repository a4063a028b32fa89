import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProtectionScore } from '@twinward/contracts/protections/protection-score';
import type { Simulation, SimulationItem } from '@twinward/contracts/protections/simulation';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { protectionWith } from '../../../testing/protections.ts';
import { show, viewer } from '../../../testing/show.tsx';
import { SimulationPage } from './simulation-page.tsx';

const minute = 60_000;
const hour = 60 * minute;
const latest = Date.UTC(2014, 1, 19);
const iso = (time: number) => new Date(time).toISOString();

const item: SimulationItem = {
  id: 'threshold:10',
  type: 'threshold',
  count: 64,
  duration: 90 * minute,
  isOpen: false,
  notifyCount: 3,
  advisoryCount: 1,
  excursionCount: 64,
  name: 'High',
  level: 250,
  logic: '[Temperature] > 80',
  color: '#ffc107',
};
const done: Simulation = {
  id: 9,
  commandId: '00000000-0000-4000-8000-000000000001',
  time: iso(latest),
  simulationCompletion: 100,
  jobStatus: 'done',
  jobStatusDate: iso(latest),
  startTime: iso(latest - 86_400_000),
  endTime: iso(latest),
  indicatorId: 1,
  indicatorName: 'Overheating',
  twinId: 5,
  twinName: 'Machine',
  userId: 1,
  stats: { points: 1440, evaluations: 1440, excursions: 64, milliseconds: 120, readingMilliseconds: 40 },
  log: [],
  stale: false,
  tracking: {
    results: [item],
    indicatorLatest: [],
    indicatorTracking: {
      patternId: null,
      thresholds: [{ name: 'High', isOpen: false }],
      drivingThresholdName: null,
    },
    indicatorLevel: 0,
  },
  comparison: null,
};
const standing = {
  hits: 3,
  misses: 1,
  excursions: 64,
  episodes: 9,
  falseEpisodes: 2,
  falseEpisodesPerYear: 12.2,
  undecided: 0,
  notices: [60 * minute, 120 * minute, 180 * minute],
};
const score: ProtectionScore = {
  from: iso(latest - 86_400_000),
  to: iso(latest),
  pfInterval: 'P30D',
  pfSource: 'assumed',
  ...standing,
  thresholds: [{ index: 0, name: 'High', level: 250, ...standing }],
  events: [],
  advisories: {
    protectionId: 1,
    confirmed: 0,
    prevented: 0,
    falseAlarm: 0,
    noAction: 0,
    open: 0,
    precision: null,
  },
};

let current: Simulation | null;
let scored: ProtectionScore;
let aliases: object[];
let answers: Record<string, () => unknown>;
let asked: { key: string; address: string; body: unknown; signal: AbortSignal | null | undefined }[];

beforeEach(() => {
  current = null;
  scored = score;
  aliases = [];
  asked = [];
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  answers = {
    'GET /api/twins/5': () => ({ id: 5, assetName: 'Machine', active: true, level: 0 }),
    'GET /api/indicators/1': () => ({ ...protectionWith({}), type: 'condition', twinId: 5 }),
    'GET /api/twins/5/tag-aliases': () => aliases,
    'GET /api/tags/7/data-points': () => ({ points: { times: [latest - hour], values: [100] } }),
    'GET /api/uom/units': () => [
      { id: 1, categoryId: 1, code: 'Cel', abbreviation: '°C', factor: 1, offset: 273.15 },
      { id: 2, categoryId: 1, code: '[degF]', abbreviation: '°F', factor: 5 / 9, offset: 459.67 },
    ],
    'GET /api/settings/user/units': () => ({ units: { 1: 2 } }),
    'GET /api/indicators/1/simulations': () => current,
    'POST /api/simulations': () => ({ id: 9, commandId: done.commandId }),
    'DELETE /api/indicators/1/simulations': () => {
      current = null;
      return null;
    },
    'POST /api/simulations/9/apply': () => {
      current = null;
      return { ...protectionWith({}), type: 'condition', twinId: 5 };
    },
    'GET /api/simulations/9/summary': () => ({
      simulationId: 9,
      startTime: iso(latest),
      completeTime: iso(latest),
      indicatorLastUpdateTime: iso(latest),
      stale: false,
      level: 0,
      items: [item],
      numDataPointsSinceCompletion: 25,
    }),
    'GET /api/simulations/9/spans': () => [],
    'GET /api/simulations/9/tallies': () => [
      { threshold: 0, count: 12, duration: 20 * 60_000, isOpen: true },
    ],
    'GET /api/simulations/9/score': () => scored,
    'GET /api/indicators/1/score': () => score,
    'GET /api/twins/5/failure-modes': () => [],
    'GET /api/twins/5/known-history': () => ({
      work: [],
      ranges: [
        {
          id: 3,
          start: iso(latest - 7 * hour),
          end: iso(latest - 5 * hour),
          failedAt: null,
          failureModeId: null,
          note: 'Leak',
        },
      ],
      failureModes: [],
      knownUntil: latest,
    }),
    'GET /api/simulations/9/excursions': () => [
      {
        threshold: 0,
        thresholdName: 'High',
        level: 250,
        start: iso(latest - hour),
        end: iso(latest - hour / 2),
        change: null,
      },
    ],
  };
  vi.stubGlobal('fetch', async (address: string, { method, body, signal }: RequestInit) => {
    const key = `${method} ${address.split('?')[0]}`;
    asked.push({ key, address, body: typeof body === 'string' ? JSON.parse(body) : undefined, signal });
    const answer = await answers[key]?.();
    if (answer === null) return new Response(null, { status: 204 });
    return new Response(JSON.stringify(answer ?? {}), { status: answer === undefined ? 404 : 200 });
  });
});

function open() {
  return show(
    <SimulationPage />,
    '/apps/protections/:twinId/:protectionId/simulation',
    '/apps/protections/5/1/simulation',
    { ...viewer, assignedRecordTypes: ['protection'] },
  );
}

const sent = (key: string) => asked.filter((one) => one.key === key).map(({ body }) => body);

describe('the simulation page', () => {
  it('starts the first simulation', async () => {
    open();
    expect(await screen.findByText(/^Test this rule on past data/)).toBeDefined();
    await userEvent.click(await screen.findByRole('button', { name: 'Simulate' }));
    await waitFor(() => expect(sent('POST /api/simulations')).toHaveLength(1));
    expect(sent('POST /api/simulations')[0]).toMatchObject({ id: null, indicatorId: 1, twinId: 5 });
    const { startTime, endTime } = sent('POST /api/simulations')[0] as Record<string, number>;
    expect(endTime! - startTime!).toBe(30 * 86_400_000);
  });

  it('shows the progress of a running one, and cancels it', async () => {
    current = {
      ...done,
      jobStatus: 'processing - 40%',
      simulationCompletion: 40,
      tracking: null,
      stats: null,
    };
    open();
    await screen.findByText('Simulating 40 %');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel simulation' }));
    await waitFor(() => expect(screen.queryByText('Simulating 40 %')).toBeNull());
    expect(sent('DELETE /api/indicators/1/simulations')).toHaveLength(1);
  });

  it('shows the result and its score, and applies the logic after confirmation', async () => {
    current = done;
    open();
    const row = within(await screen.findByRole('table', { name: 'Results' })).getByRole('row', {
      name: /^High/,
    });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['High', 'Threshold', '250', '64', '1 h 30 min', '64', '3', '1']);
    await screen.findByText('3 of 4 caught');
    expect(screen.getByText('2 false episodes, 12 a year')).toBeDefined();
    expect(
      await screen.findByText(/1,440 points in 0\.1 s; done .*; about 25 points arrived after it ended/),
    ).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(sent('POST /api/simulations/9/apply')).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Results' })).toBeNull());
  });

  it('cancels running requests of a simulation before its logic is applied', async () => {
    current = done;
    let ended: boolean | undefined;
    answers['POST /api/simulations/9/apply'] = () => {
      ended = asked.find(({ key }) => key === 'GET /api/simulations/9/score')?.signal?.aborted;
      current = null;
      return protectionWith({});
    };
    answers['GET /api/simulations/9/score'] = () => new Promise(() => {});
    open();
    await screen.findByRole('table', { name: 'Results' });
    await waitFor(() => expect(sent('GET /api/simulations/9/score')).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    const dialog = await screen.findByRole('alertdialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Results' })).toBeNull());
    expect(ended).toBe(true);
  });

  it('shows how often a threshold without stored excursions was exceeded', async () => {
    const unkept = { ...item, count: 80, excursionCount: 0 };
    current = {
      ...done,
      stats: { ...done.stats!, excursions: 0 },
      tracking: { ...done.tracking!, results: [unkept] },
    };
    open();
    const row = within(await screen.findByRole('table', { name: 'Results' })).getByRole('row', {
      name: /^High/,
    });
    expect(within(row).getByRole('cell', { name: '80' })).toBeDefined();
    expect(within(row).getByRole('cell', { name: 'not kept' })).toBeDefined();
    expect(screen.getByRole('group', { name: 'Outcome' }).textContent).toContain(
      '0 excursions, 80 times not kept from',
    );
    const lane = 'High: 80 times, not kept, 1 h 30 min, in total';
    expect(await screen.findByRole('img', { name: lane })).toBeDefined();
  });

  it('shows no score without recorded failures', async () => {
    current = done;
    const none = { hits: 0, misses: 0, excursions: 64, episodes: 41, notices: [] };
    const unscored = { ...none, falseEpisodes: null, falseEpisodesPerYear: null, undecided: null };
    const threshold = { index: 0, name: 'High', level: 250, ...unscored };
    scored = { ...score, ...unscored, thresholds: [threshold] };
    open();
    expect(await screen.findByText('Not scored: no failures recorded')).toBeDefined();
    expect(screen.getByText('41 episodes of 64 excursions')).toBeDefined();
    expect(screen.queryByText(/false episode|false alarm/)).toBeNull();
  });

  it('starts from the compared logic, and opens it in the editor', async () => {
    const { id, ...high } = protectionWith({}).thresholds[0]!;
    const logic = { defaultLevel: 0, thresholds: [{ ...high, id, logic: '[Temperature] > 70' }] };
    const counts = { gained: 3, lost: 0, moved: 2, same: 59 };
    current = {
      ...done,
      comparison: {
        results: [{ ...item, notifyCount: 9 }],
        thresholds: [{ name: 'High', first: 0, second: 0, ...counts }],
        indicatorLevel: 0,
        logic,
      },
    };
    const router = open();
    const changes = await screen.findByRole('table', { name: 'Changes by threshold' });
    const row = within(changes).getByRole('row', { name: /^High/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual(['High', '3', '0', '2', '59', '3 → 9', '1 → 1']);
    await userEvent.click(screen.getByRole('button', { name: 'Simulate' }));
    await waitFor(() => expect(sent('POST /api/simulations')).toHaveLength(1));
    expect(sent('POST /api/simulations')[0]).toMatchObject({ id: 9, logic });
    await userEvent.click(screen.getByRole('link', { name: 'Use in editor' }));
    expect(router.state.location.pathname).toBe('/apps/protections/1/edit');
    expect(router.state.location.state).toEqual({ logic });
  });

  it('compares the logic passed from the editor', async () => {
    const router = open();
    await screen.findByRole('button', { name: 'Simulate' });
    const { id: _, ...added } = protectionWith({}).thresholds[0]!;
    const logic = { defaultLevel: 0, thresholds: [{ ...added, id: 99, logic: '[Temperature] > 60' }] };
    await router.navigate('/');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Simulate' })).toBeNull());
    await router.navigate('/apps/protections/5/1/simulation', { state: { logic } });
    await userEvent.click(await screen.findByRole('button', { name: 'Simulate' }));
    await waitFor(() => expect(sent('POST /api/simulations')).toHaveLength(1));
    // The protection no longer has threshold 99, so it is a new one.
    expect(sent('POST /api/simulations')[0]).toMatchObject({
      logic: { defaultLevel: 0, thresholds: [{ ...added, logic: '[Temperature] > 60' }] },
    });
    expect(router.state.location.state).toBeNull();
  });

  it('supports the keys of a chart for its excursions, and shows them in a table', async () => {
    current = done;
    const router = open();
    const gantt = await screen.findByRole('application', { name: 'Excursions over time' });
    expect(
      await within(gantt).findByRole('img', { name: 'High: 12 excursions, 20 min, open' }),
    ).toBeDefined();
    expect(await within(gantt).findByRole('img', { name: 'Known events: 1' })).toBeDefined();
    gantt.focus();
    await userEvent.keyboard('+');
    const range = () => new URLSearchParams(router.state.location.search);
    await waitFor(() => expect(range().get('from')).toBe('2014-02-18T05:49:12.000Z'));
    expect(range().get('to')).toBe('2014-02-18T18:10:48.000Z');
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    const table = await screen.findByRole('table', { name: 'Excursions' });
    expect(within(table).getByRole('row', { name: /High 30 min$/ })).toBeDefined();
  });

  it('reads signals in the unit of their input, and shows them in the display unit', async () => {
    current = done;
    aliases = [
      {
        id: 3,
        name: 'Temperature',
        type: 'data_point',
        mappedTagId: 7,
        mappedTagName: 'TI-7',
        mappedTagUnit: 'K',
        unit: 'Cel',
      },
    ];
    open();
    expect(await screen.findByRole('application', { name: 'Chart of Temperature in °F' })).toBeDefined();
    expect(screen.getByText('TI-7, °F')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Table' }));
    const table = await screen.findByRole('table', { name: 'Points of Temperature in °F' });
    expect(within(table).getByRole('cell', { name: '212' })).toBeDefined();
    const read = asked.find(({ key }) => key === 'GET /api/tags/7/data-points');
    expect(read?.address).toMatch(/[?&]unit=Cel(&|$)/);
  });

  it('does not apply the logic of an outdated simulation', async () => {
    current = { ...done, stale: true };
    open();
    expect(await screen.findByText(/The protection has changed since this simulation\./)).toBeDefined();
    expect((screen.getByRole('button', { name: 'Apply' }) as HTMLButtonElement).disabled).toBe(true);
  });

  it('explains why a simulation found nothing', async () => {
    current = {
      ...done,
      jobStatus: 'error',
      tracking: null,
      stats: null,
      log: ['begun', 'It was canceled.'],
    };
    open();
    await screen.findByText('It was canceled.');
  });
});
