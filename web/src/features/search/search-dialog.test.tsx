import { act, fireEvent, screen } from '@testing-library/react';
import type { SearchResult } from '@twinward/contracts/core/search';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { type Asked, page, serve, show } from '../../testing/show.tsx';
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
let answer: () => Response;
let inspections: () => Response;
let asked: Asked[];
const searches = () => asked.filter(({ call }) => call === 'POST /api/search');
const onClose = vi.fn();

beforeEach(() => {
  onClose.mockClear();
  vi.useFakeTimers();
  answer = () => page([pump, tag]);
  inspections = () => page([]);
  asked = serve({
    'POST /api/search': () => answer(),
    'POST /api/recordsearch': () => inspections(),
    'GET /api/dashboards/ready-made': () => Response.json([{ id: 'plant-risk', name: 'Plant risk' }]),
    'POST /api/dashboards/filters': () => page([{ id: '7', name: 'Night shift' }]),
  });
});
const open = () => show(<SearchDialog onClose={onClose} />, '/home', '/home');
const box = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search' });
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
async function search(text: string): Promise<void> {
  fireEvent.change(box(), { target: { value: text } });
  await pass(750);
  await pass(50);
}
const state = () => screen.getByRole('status').textContent;

describe('the search', () => {
  it('has focus, and waits for a pause in typing', async () => {
    open();
    expect(document.activeElement).toBe(box());
    expect(state()).toBe('Start typing to search.');
    fireEvent.change(box(), { target: { value: 'Pump (P-101 OR P-102)' } });
    await pass(749);
    expect([searches().length, state()]).toEqual([0, 'Loading...']);
    await pass(50);
    const contains = (value: string) => ({ field: 'SearchText', operator: 'Contains', value });
    expect(searches()[0]?.query.toString()).toBe('page-number=1&page-size=50');
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
    });
  });

  it('marks the matches, and opens results by arrow keys and Enter', async () => {
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

  it('says that nothing was found', async () => {
    answer = () => page([]);
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
      fireEvent.click(screen.getByLabelText(label));
    await search('pump');
    expect(searches().at(-1)?.body).toMatchObject({ types: [2] });
    const count = asked.length;
    fireEvent.click(screen.getByLabelText('Tags'));
    await pass(100);
    expect(state()).toBe('At least one search type must be selected.');
    expect([asked.length, screen.queryAllByRole('option').length]).toEqual([count, 0]);
  });

  it('offers dashboards once words of their names are typed', async () => {
    answer = () => page([]);
    const router = open();
    await pass(50);
    expect(asked).toEqual([]);
    await search('night');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Open dashboard Night shiftCommand',
    ]);
    fireEvent.keyDown(box(), { key: 'Enter' });
    await pass(0);
    expect(router.state.location.search).toBe('?id=7');
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

  it('says how many more results there are', async () => {
    answer = () => page([pump], 1234);
    open();
    await search('pump');
    expect(state()).toBe('The first 1 of 1,234. More words find less.');
  });

  it('shows records below the others, and leads to all of them', async () => {
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

  it('shows records alone', async () => {
    answer = () => page([]);
    inspections = () =>
      page([{ type: 'round', typeCaption: 'Round', id: 7, title: 'Pump round 7', detail: '' }]);
    open();
    await search('round');
    expect([state(), screen.getAllByRole('option')]).toEqual(['', expect.objectContaining({ length: 2 })]);
  });
});
