import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProtectionSummary } from '@twinward/contracts/protections/protection';
import type { Twin } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { useOfferedCommands } from '../../shared/commands/page-commands.ts';
import { protectionWith, thresholdWith } from '../../testing/protections.ts';
import { type Answers, page, serve, show, viewer } from '../../testing/show.tsx';
import { twinWith } from '../../testing/twins.ts';
import { TwinPage } from './twin-page.tsx';

const pump = twinWith();
const bearing = protectionWith({
  twinId: 7,
  name: 'Bearing',
  thresholds: [thresholdWith({ id: 2, name: 'Hot', logic: '[T] > 80', level: 750 })],
  inputs: [],
  aliases: [],
  level: 750,
  drivingThresholdId: 2,
});
const input = {
  id: 3,
  twinId: 7,
  calculatedTagId: null,
  mappedTagId: 44,
  mappedTagName: 'P7.TE01',
  mappedTagUnit: 'Cel',
  type: 'data_point',
  name: 'T',
  description: '',
  keywords: [],
  unit: 'Cel',
  latestTime: null,
  latestValue: 81.25,
};

const staleInputs = [{ alias: 'T', since: '2014-02-18T10:00:00.000Z', hadPoints: true }];

const answers = (twin: Twin, protections: ProtectionSummary[] = [bearing]): Answers => ({
  'GET /api/twins/7': () => Response.json(twin),
  'GET /api/twins/7/protections': () => page(protections),
  'GET /api/twins/7/tag-aliases': () => Response.json([input]),
  'POST /api/excursions/filters': () => page([]),
});
const open = (address = '/apps/twins/7') => show(<TwinPage />, '/apps/twins/:id', address);

/** The names and values in the open explanation. */
async function why(name: string): Promise<string[]> {
  await userEvent.click(await screen.findByRole('button', { name }));
  const dialog = screen.getByRole('dialog');
  return [...dialog.querySelectorAll('p, dt, dd')].map((each) => each.textContent!);
}

describe('a twin’s page', () => {
  it('explains its probability', async () => {
    serve(answers(pump));
    open();
    expect(await screen.findByText('12 %')).toBeTruthy();
    expect(await why('Why the probability')).toEqual([
      'P = 1 − exp(−(t / η)^β), Weibull',
      'Start date',
      '2014-01-01',
      'Mission time t',
      '365 days',
      'Shape β',
      '2',
      'Characteristic life η',
      '1,000 days',
      'Rounded down to a whole percent.',
    ]);
  });

  it('shows the measured MTBF of its asset, with its trend', async () => {
    serve(answers(twinWith({ failureData: { mtbf: 'P320DT5H', previousMtbf: 'P490D' } })));
    open();
    const facts = within(await screen.findByRole('region', { name: 'Facts' }));
    expect(facts.getByText('320 days')).toBeTruthy();
    expect(facts.getByRole('img', { name: 'Down from 490 days' })).toBeTruthy();
  });

  it('explains its risk', async () => {
    serve(answers(pump));
    open();
    expect(await why('Why the risk')).toEqual([
      'Risk = probability / 100 × consequence',
      'Probability',
      '12 %',
      'Consequence',
      '$250,000',
    ]);
  });

  it('shows what is missing for a probability and a risk', async () => {
    serve(answers({ ...pump, missionTime: null, probability: null, risk: null }));
    open();
    expect(await screen.findAllByText('Not set')).toHaveLength(2);
    expect(await why('Why the probability')).toEqual([
      'No probability record.',
      'Start date',
      '2014-01-01',
      'Mission time t',
      'not set',
    ]);
  });

  it('starts with the problem, its start, and the value with its limit', async () => {
    const excursion = {
      id: 5,
      twinId: 7,
      assetName: 'Pump',
      protectionId: bearing.id,
      protectionName: 'Bearing',
      thresholdId: 2,
      thresholdName: 'Hot',
      level: 750,
      start: new Date(Date.now() - 5 * 86_400_000 - 60_000).toISOString(),
      end: null,
      evaluatedTo: null,
    };
    const hot = { ...bearing, inputs: [{ alias: 'T', tagId: 44, tagName: 'P7.TE01', unit: 'Cel' }] };
    serve({
      ...answers({ ...pump, level: 750 }, [hot]),
      'GET /api/uom/units': () => Response.json([]),
      'POST /api/excursions/filters': () => page([excursion]),
      'POST /api/advisories/filters': () =>
        page([
          {
            id: 9,
            twinId: 7,
            name: 'Replace the bearing',
            state: 'active',
            createdAt: '2024-02-01T12:00:00.000Z',
            targetDate: '2024-02-14T12:00:00.000Z',
            overdue: true,
          },
        ]),
    });
    open();
    const story = await screen.findByText(/T at 81\.25 °C \(limit: > 80 °C\)/);
    await waitFor(() =>
      expect(story.textContent).toBe(
        'Hot (Bearing): T at 81.25 °C (limit: > 80 °C). Level 750 for 5 d, advisory overdue since 2024-02-14. Excursion Advisory',
      ),
    );
    expect(within(story).getByRole('link', { name: 'Advisory' }).getAttribute('href')).toBe(
      '/apps/twins/7/advisories/9',
    );
    // Links within text must not differ only by colour.
    const links = within(story).getAllByRole('link');
    expect(links.map(({ className }) => className.includes('MuiLink-underlineAlways'))).toEqual([true, true]);
  });

  it('offers its actions as commands', async () => {
    const asked = serve({
      ...answers(pump),
      'PUT /api/twins/active': () => Response.json({ changed: 1 }),
    });
    function Commands() {
      return useOfferedCommands().map((command) =>
        'run' in command ? (
          <button key={command.title} type="button" onClick={command.run}>
            {command.title}
          </button>
        ) : null,
      );
    }
    const screens = (
      <>
        <TwinPage />
        <Commands />
      </>
    );
    show(screens, '/apps/twins/:id', '/apps/twins/7', { ...viewer, assignedRecordTypes: ['twin'] });
    await userEvent.click(await screen.findByRole('button', { name: `Deactivate ${pump.assetName}` }));
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'PUT /api/twins/active')?.body).toEqual({
        twinIds: [7],
        active: false,
      }),
    );
  });

  it('offers a Ctrl+K command that creates a model from it, with access', async () => {
    serve(answers(pump));
    function Commands() {
      return useOfferedCommands().map((command) =>
        'to' in command ? (
          <a key={command.title} href={command.to}>
            {command.title}
          </a>
        ) : null,
      );
    }
    const screens = (
      <>
        <TwinPage />
        <Commands />
      </>
    );
    show(screens, '/apps/twins/:id', '/apps/twins/7', { ...viewer, assignedRecordTypes: ['library-model'] });
    const link = await screen.findByRole('link', { name: `Create a model of ${pump.assetName}` });
    expect(link.getAttribute('href')).toContain('/apps/library/twin-models?new=&twin=7');
  });

  it('explains a level by its driving threshold', async () => {
    serve(answers(pump));
    open();
    const row = (await screen.findByRole('link', { name: 'Bearing' })).closest('tr')!;
    expect(within(row).getByText('Hot')).toBeTruthy();
    expect(await why('Why this level of Bearing')).toEqual([
      'The highest level among the thresholds that are true; else the default level',
      'Driven by',
      'Hot',
      'Logic',
      '[T] > 80',
      'Evaluated',
      '2014-02-01 12:00 AM',
    ]);
  });

  it.each([
    [{ stale: true }, 'stale', 'Stale: the last evaluation could not calculate anything.'],
    [{ staleInputs }, 'stale', 'Stale: no recent data from [T].'],
    [
      { staleInputs, silentSince: staleInputs[0]!.since, stale: true },
      'silent',
      'Silent: no input has recent data ([T]).',
    ],
    [{ active: false }, 'inactive', 'Inactive: not evaluated. This is the last known level.'],
    [{ error: 'Unknown tag alias [X].' }, 'error', 'Unknown tag alias [X].'],
  ])('for a protection with %j shows %s', async (changes, remark, note) => {
    serve(answers(pump, [{ ...bearing, ...changes }]));
    open();
    expect(await screen.findByText(remark)).toBeTruthy();
    expect((await why('Why this level of Bearing')).at(-1)).toBe(note);
  });

  it.each([
    [true, '/apps/twins/7/protections/new/edit'],
    [false, undefined],
  ])('offers a new protection to users who may write one: %s', async (isAdmin, path) => {
    serve(answers(pump, []));
    show(<TwinPage />, '/apps/twins/:id', '/apps/twins/7', { ...viewer, isAdmin });
    await screen.findByText('No protections yet.');
    expect(screen.queryByRole('link', { name: 'New protection' })?.getAttribute('href')).toBe(path);
  });

  it('shows stale inputs, and since when the twin is silent', async () => {
    serve(
      answers(twinWith({ silentSince: '2014-02-18T10:00:00.000Z' }), [
        { ...bearing, staleInputs, silentSince: '2014-02-18T10:00:00.000Z' },
      ]),
    );
    open();
    expect(await screen.findByText('Silent since')).toBeTruthy();
    const row = (await screen.findByRole('link', { name: 'T' })).closest('tr')!;
    await waitFor(() => expect(row.textContent).toContain('Stale since 2014-02-18 10:00 AM'));
  });

  it('links to the signal of each input', async () => {
    serve(answers(pump));
    open();
    const link = await screen.findByRole('link', { name: 'T' });
    expect(link.getAttribute('href')).toBe('/apps/twins/7/tags/44/explore');
    expect(link.closest('tr')!.textContent).toContain('81.25 °C');
  });

  it.each([
    ['/apps/twins/7', { status: 404 }],
    ['/apps/twins/abc', { status: 500 }],
  ])('redirects from %s to the not-found page if the twin does not exist', async (address, answer) => {
    serve({ 'GET /api/twins/7': () => Response.json({ message: 'none' }, answer) });
    const router = open(address);
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        `/notfound?${new URLSearchParams({ path: address })}`,
      ),
    );
  });
});
