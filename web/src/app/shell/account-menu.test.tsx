import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createSession, show, viewer } from '../../testing/show.tsx';
import { AccountMenu } from './account-menu.tsx';

it('shows user, time zone and database, and links to settings and sign-out', async () => {
  show(<AccountMenu session={createSession(viewer)} />, '/', '/');
  await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
  const menu = await screen.findByRole('dialog', { name: 'Account' });
  for (const text of ['Ada Marsh', 'ada', 'UTC', 'demo']) expect(within(menu).getByText(text)).toBeTruthy();
  const links = within(menu).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['User settings', '/account'],
    ['Sign out', '/signout'],
  ]);
});
