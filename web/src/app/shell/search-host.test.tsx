import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Asked, createSession, serve, show, viewer } from '../../testing/show.tsx';
import { SearchHost } from './search-host.tsx';

let asked: Asked[];

function open(groups: string[] = ['VIEWERS'], assignedRecordTypes: string[] = []) {
  asked = serve({ 'POST /api/settings/user/appearance': ({ body }) => Response.json(body) });
  const user = { ...viewer, assignedGroups: groups, assignedRecordTypes };
  return show(
    <>
      <SearchHost session={createSession(user)} />
      <input aria-label="Note" />
    </>,
    '/somewhere',
    '/somewhere',
    user,
  );
}

/** Runs the command found by a text. */
async function run(text: string): Promise<void> {
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), text);
  await userEvent.keyboard('{Enter}');
}

describe('the shortcuts of the page', () => {
  it('open the search with Ctrl+K, also from a field', async () => {
    open();
    await userEvent.click(screen.getByLabelText('Note'));
    await userEvent.keyboard('{Control>}k{/Control}');
    expect(await screen.findByRole('combobox', { name: 'Search' })).toBeTruthy();
  });

  it('find a page by the words of its title', async () => {
    const router = open();
    await userEvent.keyboard('{Control>}k{/Control}');
    const box = await screen.findByRole('combobox', { name: 'Search' });
    expect(screen.queryByRole('option')).toBeNull();
    await userEvent.type(box, 'alarm perf');
    expect((await screen.findByRole('option')).textContent).toContain('Alarm performance');
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/apps/alarm-performance');
  });

  it('run commands: another theme, a new twin, an import', async () => {
    const router = open(['VIEWERS'], ['twin', 'tag']);
    await run('dark theme');
    await waitFor(() =>
      expect(asked.find(({ call }) => call === 'POST /api/settings/user/appearance')?.body).toEqual({
        theme: 'dark',
        density: 'compact',
      }),
    );
    await run('import data');
    expect(router.state.location.search).toBe('?import=');
    await run('new twin');
    expect(router.state.location.pathname + router.state.location.search).toBe('/apps/twins?new=true');
  });

  it.each([
    ['export package', '?package=export'],
    ['import package', '?package=import'],
  ])('open packages for administrators: %s', async (text, query) => {
    const router = open(['VIEWERS', 'ADMINISTRATORS']);
    await run(text);
    expect(router.state.location.pathname + router.state.location.search).toBe(`/settings/exchange${query}`);
  });

  it.each([
    ['CONNECTION_MANAGERS', 'new webhook', '/settings/webhooks?new=true'],
    ['SECURITY_ADMINISTRATORS', 'new service account', '/settings/service-accounts?new=true'],
  ])('create records allowed for %s: %s', async (group, text, address) => {
    const router = open(['VIEWERS', group]);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), text);
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe(address);
  });

  it('create a twin model, with access', async () => {
    const router = open(['VIEWERS'], ['library-model']);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'new twin model');
    await userEvent.keyboard('{Enter}');
    expect(router.state.location.pathname + router.state.location.search).toBe(
      '/apps/library/twin-models?new=',
    );
  });

  it('create no webhooks and service accounts without access', async () => {
    open(['VIEWERS'], ['twin']);
    await userEvent.keyboard('{Control>}k{/Control}');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Search' }), 'new');
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('New twin'),
    ]);
  });

  it('open the list of shortcuts', async () => {
    open();
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    expect(dialog.textContent).toContain('Search and page commandsCtrlK');
    expect(dialog.textContent).toContain('Twinsgt');
    expect(dialog.textContent).not.toContain('Users');
  });

  it.each([
    ['gt', '/apps/twins'],
    ['ge', '/apps/assets'],
    ['gd', '/apps/advisories'],
    ['gk', '/apps/riskanalyses'],
  ])('open a page by g and its letter: %s', async (keys, path) => {
    const router = open();
    await userEvent.keyboard(keys);
    expect(router.state.location.pathname).toBe(path);
  });

  it('are typed as letters in a field', async () => {
    const router = open();
    await userEvent.type(screen.getByLabelText('Note'), 'gt?');
    expect(router.state.location.pathname).toBe('/somewhere');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Note').value).toBe('gt?');
  });

  it('open only pages that the user may open', async () => {
    const router = open(['LIST_MANAGERS']);
    expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    await userEvent.keyboard('gtgu');
    expect(router.state.location.pathname).toBe('/somewhere');
    await userEvent.keyboard('gh');
    expect(router.state.location.pathname).toBe('/home');
  });
});
