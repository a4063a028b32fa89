import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Watch } from '@twinward/contracts/advisories/watch';
import { describe, expect, it } from 'vitest';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { type Answers, serve, show, viewer } from '../../testing/show.tsx';
import { WatchlistMenu } from './watchlist-menu.tsx';
import { WatchlistPage } from './watchlist-page.tsx';

const watch: Watch = {
  twin: { id: 5, assetName: 'Feed pump', active: true, level: 600, consequence: 120_000 },
  indicators: [],
  levels: {
    total: 4,
    unknown: 0,
    buckets: [
      { from: 0, to: 0, count: 2 },
      { from: 1, to: 250, count: 0 },
      { from: 251, to: 500, count: 1 },
      { from: 501, to: 750, count: 1 },
      { from: 751, to: 1000, count: 0 },
    ],
  },
  advisories: [
    { state: 'active', count: 2 },
    { state: 'submitted', count: 1 },
  ],
};
const done = () => new Response(null, { status: 204 });
function answers(more: Answers = {}, watches: Watch[] = [watch], subscriptions: number[] = []) {
  return serve({
    'GET /api/twins/watches': () => Response.json(watches),
    'GET /api/twins/subscriptions': () => Response.json(subscriptions),
    'GET /api/settings/user/watchlistsort': () => Response.json({ value: 'level' }),
    ...more,
  });
}

describe('the watchlist', () => {
  it('shows each twin with its protections by level and its advisories by state', async () => {
    answers();
    show(<WatchlistPage />, '/apps/watchlist', '/apps/watchlist');
    const table = await screen.findByRole('table', { name: 'Watchlist' });
    const cells = within(within(table).getAllByRole('row')[1]!).getAllByRole('cell');
    expect(cells.slice(0, 5).map((cell) => cell.textContent)).toEqual([
      'Feed pump',
      'Level 600',
      '1 at level 501–7501 at level 251–5002 at level 0',
      '2 active, 1 submitted',
      '$120,000',
    ]);
  });

  it('shows that it could not be loaded, with the reason under Details', async () => {
    answers({
      'GET /api/twins/watches': () => Response.json({ message: 'The disk is full.' }, { status: 400 }),
    });
    show(<WatchlistPage />, '/apps/watchlist', '/apps/watchlist');
    expect(await screen.findByText('Error loading watches.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('The disk is full.')).toBeDefined();
  });

  it('preserves the chosen order', async () => {
    const asked = answers({ 'POST /api/settings/user/watchlistsort': ({ body }) => Response.json(body) });
    show(<WatchlistPage />, '/apps/watchlist', '/apps/watchlist');
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Sort by' });
    await waitFor(() => expect(choice.value).toBe('level'));
    expect([...choice.options].map((option) => option.text)).toEqual([
      'Sort by name',
      'Sort by consequence',
      'Sort by level',
      'Sort by advisories',
    ]);
    await userEvent.selectOptions(choice, 'consequence');
    await waitFor(() =>
      expect(asked.filter(({ call }) => call === 'GET /api/twins/watches')).toHaveLength(2),
    );
    expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({ value: 'consequence' });
  });

  it('shows a hint while empty', async () => {
    answers({}, []);
    show(<WatchlistPage />, '/apps/watchlist', '/apps/watchlist');
    expect(await screen.findByText('No twins on your watchlist yet.')).toBeTruthy();
  });
});

describe('the watchlist in the top bar', () => {
  it('links to each twin', async () => {
    answers();
    show(<WatchlistMenu />, '/home', '/home');
    await userEvent.click(screen.getByRole('button', { name: 'Watchlist' }));
    const list = await screen.findByRole('list', { name: 'Watched twins' });
    expect(within(list).getByRole('link', { name: 'Feed pump' }).getAttribute('href')).toBe('/apps/twins/5');
    expect(list.textContent).toContain('Advisories: 2 active, 1 submitted');
  });

  it('shows that it could not be loaded, with the reason under Details', async () => {
    answers({
      'GET /api/twins/watches': () => Response.json({ message: 'The disk is full.' }, { status: 400 }),
    });
    show(<WatchlistMenu />, '/home', '/home');
    await userEvent.click(screen.getByRole('button', { name: 'Watchlist' }));
    expect(await screen.findByText('Error loading watches.')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Details' }));
    expect(screen.getByText('The disk is full.')).toBeDefined();
  });

  it('is disabled for users who may not view twins, with the reason', async () => {
    const asked = answers();
    show(<WatchlistMenu />, '/home', '/home', { ...viewer, assignedGroups: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Watchlist' }));
    expect(screen.getByText('You do not have sufficient privileges to access this page.')).toBeTruthy();
    expect(asked).toEqual([]);
  });
});

describe('the watch and subscription buttons of a twin', () => {
  const open = (twinId: number) => show(<TwinMarks twinId={twinId} name="Feed pump" />, '/', '/');

  it.each([
    [5, 'Remove from watchlist: Feed pump', 'DELETE /api/twins/watches/5'],
    [6, 'Add to watchlist: Feed pump', 'POST /api/twins/watches/6'],
    [6, 'Unsubscribe from this twin: Feed pump', 'DELETE /api/twins/subscriptions/6'],
    [5, 'Subscribe to this twin: Feed pump', 'POST /api/twins/subscriptions/5'],
  ])('call the server for twin %i: %s', async (twinId, label, call) => {
    const asked = answers({ [call]: done }, [watch], [6]);
    open(twinId);
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: label });
    await waitFor(() => expect(button.disabled).toBe(false));
    await userEvent.click(button);
    await waitFor(() => expect(asked.map((each) => each.call)).toContain(call));
  });
});
