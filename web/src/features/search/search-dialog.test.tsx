import { act, fireEvent, screen, within } from '@testing-library/react';
import type { SearchKind, SearchResult } from '@twinward/contracts/core/search';
import type { FurtherResult } from '@twinward/contracts/questions/further-search';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { recordRecentItem } from '../../shared/recent/recent-items.ts';
import { type Asked, createSession, page, serve, show, viewer } from '../../testing/show.tsx';
import { SearchDialog } from './search-dialog.tsx';

const pump: SearchResult = {
  type: 0,
  id: 5,
  name: 'Feed pump P-101',
  detail: 'Pump - Centrifugal',
  assetId: 9,
  twinId: 5,
};
const tag: SearchResult = {
  type: 2,
  id: 8,
  name: 'Pump speed',
  detail: 'TAG.8',
  assetId: 9,
  twinId: 5,
};
/** The response of a search by kind. `totals` sets higher totals for some kinds. */
const kinds = (results: readonly SearchResult[], totals: Partial<Record<number, number>> = {}): Response =>
  Response.json(
    [...new Set(results.map(({ type }) => type))].map((type): SearchKind => {
      const records = results.filter((result) => result.type === type);
      return { type, total: totals[type] ?? records.length, isCapped: false, records };
    }),
  );
let answer: () => Response;
let inspections: () => Response;
let asked: Asked[];
let further: () => FurtherResult[];
const foundFurther = { 'POST /api/search/further': () => Response.json(further()) };
const searches = () => asked.filter(({ call }) => call === 'POST /api/search/kinds');
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  vi.useFakeTimers();
  localStorage.clear();
  answer = () => kinds([pump, tag]);
  inspections = () => page([]);
  further = () => [];
  asked = serve({
    'POST /api/search/kinds': () => answer(),
    'POST /api/search': () => page([tag]),
    'GET /api/twins/watches': () => Response.json([]),
    'POST /api/recordsearch': () => inspections(),
    'GET /api/dashboards/ready-made': () => Response.json([{ id: 'plant-risk', name: 'Plant risk' }]),
    'POST /api/dashboards/filters': () => page([{ id: '7', name: 'Night shift' }]),
    ...foundFurther,
  });
});
const open = (user = viewer) => show(<SearchDialog onClose={onClose} />, '/home', '/home', user);
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
async function search(text: string): Promise<void> {
  fireEvent.change(box(), { target: { value: text } });
  await pass(750);
  await pass(50);
}
const state = () => screen.getByRole('status').textContent;

describe('the search dialog', () => {
  it('has focus, and debounces typing', async () => {
    open();
    expect(document.activeElement).toBe(box());
    expect(state()).toBe('Start typing to search.');
    fireEvent.change(box(), { target: { value: 'Pump (P-101 OR P-102)' } });
    await pass(749);
    expect([searches().length, state()]).toEqual([0, 'Loading...']);
    await pass(50);
    const contains = (value: string) => ({ field: 'SearchText', operator: 'Contains', value });
    expect(searches()[0]?.body).toEqual({
      filters: [
        {
          operator: 'GroupAnd',
          filters: [
            contains('pump'),
            { operator: 'GroupOr', filters: [contains('p-101'), contains('p-102')] },
          ],
        },
      ],
      types: [0, 1, 2, 3, 4],
      ofEach: 5,
    });
  });

  it('offers recent records and watched twins before typing', async () => {
    const twin = (id: number, assetName: string) => ({
      twin: { id, assetName, active: true, level: 0, consequence: null },
      indicators: [],
      levels: {},
      advisories: [],
    });
    asked = serve({ 'GET /api/twins/watches': () => Response.json([twin(5, 'Feed pump'), twin(6, 'Fan')]) });
    const session = createSession(viewer);
    recordRecentItem(session, { path: '/apps/twins/5', title: 'Feed pump', kind: 'Twin' });
    recordRecentItem(session, { path: '/apps/riskanalyses/3', title: 'Fleet review', kind: 'Risk analysis' });
    recordRecentItem(
      { ...session, databaseName: 'other' },
      { path: '/apps/twins/9', title: 'No', kind: 'Twin' },
    );
    const router = open();
    await pass(50);
    const titles = (group: string) =>
      within(screen.getByRole('group', { name: group }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent);
    expect(titles('Recent')).toEqual(['Fleet reviewRisk analysis', 'Feed pumpTwin']);
    expect(titles('Watchlist')).toEqual(['FanTwin']);
    expect(state()).toBe('Start typing to search.');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(router.state.location.pathname).toBe('/apps/riskanalyses/3');
  });

  it('shows a few results of each kind, and pages of one kind', async () => {
    answer = () => kinds([pump, tag], { 2: 120 });
    const pages: (string | null)[] = [];
    asked = serve({
      'POST /api/search/kinds': () => answer(),
      'POST /api/recordsearch': () => page([]),
      'GET /api/dashboards/ready-made': () => Response.json([]),
      'POST /api/dashboards/filters': () => page([]),
      ...foundFurther,
      'POST /api/search': ({ query }) => {
        pages.push(query.get('page-size'));
        return page([tag], 120);
      },
    });
    open();
    await search('pump');
    expect(screen.getByRole('group', { name: 'Twins' })).toBeTruthy();
    fireEvent.keyDown(box(), { key: 'ArrowUp' });
    expect(screen.getByRole('option', { name: 'All 120 Tags' }).getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(50);
    expect(screen.queryByRole('group', { name: 'Twins' })).toBeNull();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Twins' }).checked).toBe(false);
    fireEvent.click(screen.getByRole('option', { name: 'Show more (119 left)' }));
    await pass(50);
    expect(pages).toEqual(['50', '100']);
  });

  it('highlights the matches, and opens results by arrow keys and Enter', async () => {
    const router = open();
    await search('pump');
    const options = screen.getAllByRole('option');
    expect(options.map((option) => option.getAttribute('href'))).toEqual([
      '/apps/twins/5',
      '/apps/twins/5/tags/8/explore',
    ]);
    expect([...options[0]!.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual([
      'pump',
      'Pump',
    ]);
    expect(box().getAttribute('aria-activedescendant')).toBe(options[0]!.id);
    fireEvent.keyDown(box(), { key: 'ArrowDown' });
    expect(box().getAttribute('aria-activedescendant')).toBe(options[1]!.id);
    expect(options[1]!.getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(router.state.location.pathname).toBe('/apps/twins/5/tags/8/explore');
  });

  it('shows a message without results', async () => {
    answer = () => kinds([]);
    open();
    await search('nothing');
    expect(state()).toBe('No results match your search criteria.');
  });

  it('sends no request for an invalid query', async () => {
    open();
    await search('(pump');
    expect(state()).toBe("Invalid search syntax.Invalid Expression: ')' is missing at position 6.");
    await search('AND');
    expect(state()).toBe('Invalid search syntax.Must specify at least one word to search.');
    expect(searches()).toEqual([]);
  });

  it('shows the error of the server', async () => {
    answer = () =>
      Response.json({ title: 'Invalid expression', message: 'Too many words.' }, { status: 400 });
    open();
    await search('pump');
    expect(state()).toBe('Too many words.');
  });

  it('searches only the selected types, and requires one', async () => {
    open();
    for (const label of ['Twins', 'Assets', 'Risk Analyses', 'Twin Models'])
      fireEvent.click(screen.getByRole('checkbox', { name: label }));
    await search('pump');
    expect(asked.findLast(({ call }) => call === 'POST /api/search')?.body).toMatchObject({ types: [2] });
    const count = asked.length;
    fireEvent.click(screen.getByRole('checkbox', { name: 'Tags' }));
    await pass(100);
    expect(state()).toBe('At least one search type must be selected.');
    expect([asked.length, screen.queryAllByRole('option').length]).toEqual([count, 0]);
  });

  it('offers dashboards by the words of their names', async () => {
    answer = () => kinds([]);
    const router = open();
    await pass(50);
    expect(asked.map(({ call }) => call)).toEqual(['GET /api/twins/watches']);
    await search('night');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Open dashboard Night shiftCommand',
    ]);
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(router.state.location.search).toBe('?id=7');
  });

  it('runs the current function of a chosen command', async () => {
    const ran = vi.fn();
    let name = 'before';
    function WithCommands() {
      usePageCommands([{ title: 'Shelve Cavitation', run: () => ran(name) }]);
      return <SearchDialog onClose={onClose} />;
    }
    show(<WithCommands />, '/home', '/home');
    name = 'now';
    fireEvent.keyDown(box(), { key: 'Enter' });
    expect(ran).toHaveBeenCalledWith('now');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('offers the commands of the page above the results', async () => {
    function WithCommands() {
      usePageCommands([{ title: 'Train patterns of Cavitation', to: '/apps/protections/4/train' }]);
      return <SearchDialog onClose={onClose} />;
    }
    const router = show(<WithCommands />, '/home', '/home');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Train patterns of CavitationCommand',
    ]);
    await search('pump');
    expect(screen.getAllByRole('option')).toHaveLength(2);
    fireEvent.change(box(), { target: { value: 'patterns train' } });
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(router.state.location.pathname).toBe('/apps/protections/4/train');
  });

  it('shows records below other results, with a link to all', async () => {
    const record = { type: 'round', typeCaption: 'Round', id: 7, title: 'Pump round 7', detail: '' };
    inspections = () => page([record], 12);
    const router = open();
    await search('pump');
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('href'))).toEqual([
      '/apps/twins/5',
      '/apps/twins/5/tags/8/explore',
      '/tools/records/7',
      '/tools/records?find=pump',
    ]);
    expect(screen.getByText('Records: 12')).toBeTruthy();
    expect(asked.find(({ call }) => call === 'POST /api/recordsearch')?.query.toString()).toBe(
      'page-number=1&page-size=5',
    );
    fireEvent.keyDown(box(), { key: 'ArrowUp' });
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(router.state.location.search).toBe('?find=pump');
  });

  it('shows other kinds below, each in a group, with one request', async () => {
    answer = () => kinds([]);
    const of = (kind: FurtherResult['kind'], key: string, twinId: number | null = null): FurtherResult => ({
      kind,
      key,
      name: 'Seal leak',
      detail: 'Pump',
      twinId,
    });
    further = () => [
      of('protection', '3', 5),
      of('advisory', '4', 5),
      of('advisory', '9', 5),
      of('failure-mode', '7', 5),
      of('work', '8', 5),
      of('query', '2'),
      of('connection', '8'),
      of('webhook', '9'),
      of('record-type', 'round'),
      of('relationship', 'part of'),
      of('list', 'Causes'),
      of('user', 'm.sand'),
      of('group', 'NIGHT'),
      of('service-account', 'feed'),
    ];
    open();
    await search('seal OR leak');
    const paths = (label: string) =>
      within(screen.getByRole('group', { name: label }))
        .getAllByRole('option')
        .map((option) => option.getAttribute('href'));
    expect(screen.getAllByRole('option')).toHaveLength(14);
    expect(paths('Protections')).toEqual(['/apps/protections/3']);
    expect(paths('Advisories')).toEqual(['/apps/twins/5/advisories/4', '/apps/twins/5/advisories/9']);
    expect(paths('Failure modes')).toEqual(['/apps/twins/5/risk']);
    expect(paths('Work')).toEqual(['/apps/twins/5/work?search=Seal+leak']);
    expect(paths('Queries')).toEqual(['/tools/query/2']);
    expect(paths('Connections')).toEqual(['/settings/connections/8']);
    expect(paths('Webhooks')).toEqual(['/settings/webhooks/9']);
    expect(paths('Record types')).toEqual(['/settings/recordtypes/edit/round']);
    expect(paths('Relationships')).toEqual(['/settings/relationships/edit/part%20of']);
    expect(paths('Lists')).toEqual(['/settings/lists/edit/Causes']);
    expect(paths('Users')).toEqual(['/settings/users/edit/m.sand']);
    expect(paths('Groups')).toEqual(['/settings/groups/edit/NIGHT']);
    expect(paths('Service accounts')).toEqual(['/settings/service-accounts?search=Seal+leak']);
    const contains = (value: string) => ({ field: 'SearchText', operator: 'Contains', value });
    expect(asked.filter(({ call }) => call.includes('/filters')).map(({ call }) => call)).toEqual([
      'POST /api/dashboards/filters',
    ]);
    expect(asked.find(({ call }) => call === 'POST /api/search/further')?.body).toEqual({
      filters: [{ operator: 'GroupOr', filters: [contains('seal'), contains('leak')] }],
      ofEach: 5,
    });
  });

  it('shows records without other results', async () => {
    answer = () => kinds([]);
    inspections = () =>
      page([{ type: 'round', typeCaption: 'Round', id: 7, title: 'Pump round 7', detail: '' }]);
    open();
    await search('round');
    expect([state(), screen.getAllByRole('option')]).toEqual(['', expect.objectContaining({ length: 2 })]);
  });
});
