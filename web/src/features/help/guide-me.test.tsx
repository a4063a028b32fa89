import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { serve, show, viewer } from '../../testing/show.tsx';
import { GuideMeDialog } from './guide-me-dialog.tsx';
import { videoAddress } from './video-address.ts';

const videos = [
  { title: 'How levels are made', id: 'levels', moi: true },
  { title: 'Your first twin', id: 'first', moi: false },
  { title: 'Importing points', id: 'import', moi: false },
];
function open(settings: object, user = viewer) {
  serve({ 'GET /api/settings/system/video': () => Response.json(settings) });
  const onClose = vi.fn();
  show(<GuideMeDialog onClose={onClose} />, '/home', '/home', user);
}

describe('the videos', () => {
  it('are listed by topic, then those that may be of interest; the first one shows', async () => {
    open({ path: '/videos/', videos });
    const dialog = await screen.findByRole('dialog', { name: 'Guide Me' });
    const player = await within(dialog).findByLabelText('Your first twin');
    expect(player.getAttribute('src')).toBe('/videos/first.mp4');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Available Videos' }));
    expect([...screen.getByRole('menu').children].map((each) => each.textContent)).toEqual([
      'Your first twin',
      'Importing points',
      'Maybe of Interest',
      'How levels are made',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'How levels are made' }));
    expect((await screen.findByLabelText('How levels are made')).getAttribute('src')).toBe(
      '/videos/levels.mp4',
    );
  });

  it('play at the hosted provider without a folder', async () => {
    open({ path: '', videos });
    const player = await screen.findByTitle('Your first twin');
    expect(player.tagName).toBe('IFRAME');
    expect(player.getAttribute('src')).toBe('https://player.vimeo.com/video/first?quality=1080p&dnt=1');
  });

  it('may be none', async () => {
    open({ path: '', videos: [] });
    expect(await screen.findByText('There are no videos yet.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'List videos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Available Videos' })).toBeNull();
  });

  it('are listed by administrators, who are led there', async () => {
    open({ path: '', videos: [] }, { ...viewer, isAdmin: true });
    const link = await screen.findByRole('link', { name: 'List videos' });
    expect(link.getAttribute('href')).toBe('/settings/system');
  });

  it('have addresses that hold together', () => {
    expect(videoAddress({ path: 'https://v.plant.example//' }, 'a-1')).toEqual({
      kind: 'file',
      address: 'https://v.plant.example/a-1.mp4',
    });
  });
});
