import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { describe, expect, it } from 'vitest';
import { createSession, serve, show, viewer } from '../../testing/show.tsx';
import { BarMenu } from './bar-menu.tsx';
import { useHelpMenu } from './use-help-menu.tsx';

function Help({ onPremise }: { onPremise: boolean }): ReactNode {
  const { menu, dialog } = useHelpMenu(createSession(viewer, onPremise));
  return (
    <>
      <BarMenu menu={menu} />
      {dialog}
    </>
  );
}
async function open(onPremise: boolean) {
  serve({
    'GET /api/settings/system/help': () => Response.json({ documentation: '/docs', support: '' }),
    'GET /api/settings/system/video': () => Response.json({ path: '', videos: [], clips: false }),
  });
  const router = show(<Help onPremise={onPremise} />, '/home', '/home');
  await userEvent.click(screen.getByRole('button', { name: 'Help' }));
  return router;
}

describe('the help menu', () => {
  it('opens the documentation in a new tab', async () => {
    await open(true);
    const link = await screen.findByRole('menuitem', { name: /^Documentation/ });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/docs', '_blank']);
  });

  it('links to the API reference only with the flag for experimental features', async () => {
    await open(true);
    expect(screen.queryByRole('menuitem', { name: /^API reference/ })).toBeNull();
    await userEvent.keyboard('{Escape}');
    cleanup();
    localStorage.setItem('twinward.flags', 'sdx');
    await open(true);
    const link = await screen.findByRole('menuitem', { name: /^API reference \(experimental\)/ });
    localStorage.removeItem('twinward.flags');
    expect(link.getAttribute('href')).toBe('/api/docs/');
  });

  it('opens the videos', async () => {
    await open(true);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Guide Me' }));
    expect(await screen.findByRole('dialog', { name: 'Guide Me' })).toBeTruthy();
  });

  it('links to support in hosted installations, but not on premises', async () => {
    const router = await open(false);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Support' }));
    expect(router.state.location.pathname).toBe('/support');
    await open(true);
    expect(screen.queryByRole('menuitem', { name: 'Support' })).toBeNull();
  });
});
