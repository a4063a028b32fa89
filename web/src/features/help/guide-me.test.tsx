import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clips } from '@twinward/domain/clips';
import { describe, expect, it, vi } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { GuideMeDialog } from './guide-me-dialog.tsx';

const videos = [
  { title: 'How levels are made', id: 'levels', moi: true },
  { title: 'Your first twin', id: 'first', moi: false },
  { title: 'Importing points', id: 'import', moi: false },
];
function open(settings: object, user = viewer) {
  serve({
    'GET /api/settings/system/video': () => Response.json(settings),
    'GET /api/settings/system/video/first/player': () => Response.json({ address: '/player?ticket=1' }),
    'GET /api/settings/system/video/levels/player': () => Response.json({ address: '/player?ticket=2' }),
    'GET /api/settings/system/video/import/player': () => Response.json({ address: '/player?ticket=3' }),
    'GET /api/settings/system/video/removed/player': () =>
      Response.json({ id: 'not-found', title: 'Not found', message: 'Video not found.' }, { status: 404 }),
  });
  const onClose = vi.fn();
  show(<GuideMeDialog onClose={onClose} />, '/home', '/home', user);
}

describe('the videos', () => {
  it('are listed by topic, then related videos; the first one plays', async () => {
    open({ path: '/videos/', videos, clips: false });
    const dialog = await screen.findByRole('dialog', { name: 'Guide Me' });
    const player = await within(dialog).findByTitle('Your first twin');
    expect(player.tagName).toBe('IFRAME');
    expect(player.getAttribute('src')).toBe('/player?ticket=1');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Available Videos' }));
    expect([...screen.getByRole('menu').children].map((each) => each.textContent)).toEqual([
      'Your first twin',
      'Importing points',
      'Maybe of Interest',
      'How levels are made',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'How levels are made' }));
    expect((await screen.findByTitle('How levels are made')).getAttribute('src')).toBe('/player?ticket=2');
  });

  it('show a message if one no longer exists', async () => {
    open({ path: '', videos: [{ title: 'Removed', id: 'removed', moi: false }], clips: false });
    expect(await screen.findByText('Video not found.')).toBeTruthy();
    expect(screen.queryByTitle('Removed')).toBeNull();
  });

  it('include built-in clips, each with its steps in the user guide', async () => {
    const own = { title: 'Boards of our shift', id: 'dashboard', moi: false };
    open({ path: '', videos: [own], clips: true });
    const dialog = await screen.findByRole('dialog', { name: 'Guide Me' });
    const player = await within(dialog).findByTitle('Import a file and see its signals');
    expect(player.getAttribute('src')).toBe('/player?ticket=3');
    const steps = within(dialog).getByRole('link', { name: 'Read the steps' });
    expect(steps.getAttribute('href')).toBe('/docs/guide#import-a-file-and-see-its-signals');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Available Videos' }));
    // The administrator's video replaces the clip of the same id.
    const toTitle = ({ title }: { title: string }) => title;
    expect([...screen.getByRole('menu').children].map((each) => each.textContent)).toEqual([
      ...clips.filter(({ moi }) => !moi).map(toTitle),
      own.title,
      'Maybe of Interest',
      ...clips.filter(({ moi, id }) => moi && id !== own.id).map(toTitle),
    ]);
  });

  it('show a message if the list is empty', async () => {
    open({ path: '', videos: [], clips: false });
    expect(await screen.findByText('There are no videos yet.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Add videos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Available Videos' })).toBeNull();
  });

  it('link to their settings for administrators', async () => {
    open({ path: '', videos: [], clips: false }, { ...viewer, isAdmin: true });
    const link = await screen.findByRole('link', { name: 'Add videos' });
    expect(link.getAttribute('href')).toBe('/settings/system');
  });
});
