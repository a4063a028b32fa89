import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TwinSummary } from '@twinward/contracts/twins/twin';
import { describe, expect, it } from 'vitest';
import { type Asked, page, serve, show, viewer } from '../../testing/show.tsx';
import { Announcer } from '../../ui/feedback/announcer.tsx';
import { TwinsPage } from './twins-page.tsx';

const path = '/apps/twins';
const twin = (id: number, changes: Partial<TwinSummary> = {}): TwinSummary => ({
  id,
  assetId: id,
  assetName: `Pump ${id}`,
  assetUniqueId: `P-${id}`,
  assetClassLabel: 'Rotating - Pumps',
  active: true,
  level: 0,
  probability: 12,
  consequence: 250_000,
  risk: 30_000,
  lastDataTime: null,
  silentSince: null,
  fields: {},
  ...changes,
});
const names = (): string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')!.textContent!);

describe('the list of twins', () => {
  it('explains the level of each twin without leaving the page', async () => {
    serve({
      'POST /api/twins/filters': () => page([twin(1, { level: 900 })]),
      'GET /api/twins/1/protections': () => page([]),
    });
    const router = show(<TwinsPage />, path, path);
    await userEvent.click(await screen.findByRole('button', { name: 'Why the level of Pump 1' }));
    const why = screen.getByRole('dialog');
    expect(why.textContent).toContain('The highest level among its active protections');
    expect(router.state.location.pathname).toBe(path);
  });

  it('sends the parameters of the URL, and shows the response', async () => {
    const asked = serve({
      'POST /api/twins/filters': () =>
        page([twin(1, { level: 900 }), twin(2, { level: null, risk: null })], 250),
    });
    show(<TwinsPage />, path, `${path}?search=pump&level=751-1000&sort=-Risk&page=2`);
    await screen.findByRole('table', { name: 'Twins' });
    const lists = asked.filter(({ call }) => call === 'POST /api/twins/filters');
    expect(lists).toHaveLength(1);
    expect(lists[0]!.query.toString()).toBe('page-number=2&page-size=100');
    expect(lists[0]!.body).toMatchObject({ sorts: [{ field: 'Risk', direction: 'Descending' }] });
    expect(names()).toEqual(['Pump 1', 'Pump 2']);
    expect(screen.getByText('101–200 of 250 twins')).toBeTruthy();
    expect(screen.getByRole('columnheader', { name: /Risk/ }).getAttribute('aria-sort')).toBe('descending');
  });

  it('writes filters, sort and page to the URL', async () => {
    serve({ 'POST /api/twins/filters': () => page([twin(1)], 250) });
    const router = show(<TwinsPage />, path, path);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
    expect(router.state.location.search).toBe('?page=3');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or asset id' }), 'pump');
    await waitFor(() => expect(router.state.location.search).toBe('?search=pump'));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Level' }), '501–750');
    await userEvent.click(screen.getByRole('button', { name: 'Name' }));
    expect(router.state.location.search).toBe('?search=pump&level=501-750&sort=AssetName');
    await userEvent.click(screen.getByRole('button', { name: 'Remove filter: Level 501–750' }));
    expect(router.state.location.search).toBe('?search=pump&sort=AssetName');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(router.state.location.search).toBe('?sort=AssetName');
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Name or asset id' }).value).toBe('');
  });

  it('keeps the old rows until new ones are loaded', async () => {
    let answer: (response: Response) => void = () => {};
    const second = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    serve({
      'POST /api/twins/filters': ({ query }: Asked) =>
        query.get('page-number') === '1' ? page([twin(1)], 250) : second,
    });
    show(<TwinsPage />, path, path);
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(names()).toEqual(['Pump 1']);
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    answer(page([twin(101)], 250));
    await waitFor(() => expect(names()).toEqual(['Pump 101']));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('false');
  });

  it.each([
    ['', 'No twins yet.', null],
    ['?level=1-250', 'No results found.', 'Clear filters'],
    ['?page=9', 'No results found.', 'Go to the first page'],
  ])('explains why a list with %j is empty', async (search, text, step) => {
    serve({ 'POST /api/twins/filters': () => page([]) });
    const router = show(<TwinsPage />, path, path + search);
    expect(await screen.findByText(text)).toBeTruthy();
    if (step === null) return;
    await userEvent.click(screen.getByRole('button', { name: step }));
    expect(router.state.location.search).toBe('');
  });
});

const engineer = { ...viewer, assignedRecordTypes: ['twin'] };

describe('bulk actions on twins', () => {
  it('are offered only to users who may write twins', async () => {
    serve({ 'POST /api/twins/filters': () => page([twin(1)], 1) });
    show(<TwinsPage />, path, path);
    await screen.findByRole('table', { name: 'Twins' });
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'New twin' })).toBeNull();
  });

  it('creates a twin if requested in the URL', async () => {
    serve({ 'POST /api/twins/filters': () => page([twin(1)], 1) });
    const router = show(<TwinsPage />, path, `${path}?new=true`, engineer);
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  it('selects all rows of the page by the checkbox in the header', async () => {
    serve({ 'POST /api/twins/filters': () => page([twin(1), twin(2)], 2) });
    show(<TwinsPage />, path, path, engineer);
    const table = await screen.findByRole('table', { name: 'Twins' });
    const [header] = within(table).getAllByRole('columnheader');
    const all = within(header!).getByRole<HTMLInputElement>('checkbox', { name: 'All rows of this page' });
    const row = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${name}` });
    expect(row('Pump 1').closest('tr')!.querySelector('td')!.contains(row('Pump 1'))).toBe(true);
    expect(screen.getByRole('link', { name: 'Pump 1' }).getAttribute('href')).toBe('/apps/twins/1');
    await userEvent.click(row('Pump 2'));
    expect([all.checked, all.indeterminate]).toEqual([false, true]);
    await userEvent.click(all);
    expect([all.checked, row('Pump 1').checked, row('Pump 2').checked]).toEqual([true, true, true]);
    await userEvent.click(all);
    expect([all.checked, row('Pump 1').checked, row('Pump 2').checked]).toEqual([false, false, false]);
  });

  it('activates or deactivates the selected twins', async () => {
    const asked = serve({
      'POST /api/twins/filters': () => page([twin(1), twin(2), twin(3)], 3),
      'PUT /api/twins/active': ({ body }) =>
        Response.json({ changed: (body as { active: boolean }).active ? 1 : 2 }),
    });
    const shown = (
      <>
        <TwinsPage />
        <Announcer />
      </>
    );
    show(shown, path, path, engineer);
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Pump 1' }));
    const bar = within(screen.getByRole('group', { name: 'Selected twins' }));
    expect(bar.getByRole('status').textContent).toBe('1 selected');
    expect(bar.getByRole('button', { name: 'Copy to assets' })).toBeTruthy();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Pump 3' }));
    expect(bar.queryByRole('button', { name: 'Copy to assets' })).toBeNull();
    await userEvent.click(bar.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(bar.queryByRole('status')).toBeNull());
    const sent = () => asked.filter(({ call }) => call === 'PUT /api/twins/active').map(({ body }) => body);
    expect(sent()).toEqual([{ twinIds: [1, 3], active: false }]);
    await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByText('Undone.');
    expect(sent().at(-1)).toEqual({ twinIds: [1, 3], active: true });

    // One of them was already active, so Undo is not possible.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Pump 1' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select Pump 3' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    await screen.findByText('Saved.');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});
