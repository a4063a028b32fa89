import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { ConfirmEmailPage } from './confirm-email-page.tsx';

const call = 'POST /api/user/email/confirm';
const open = (link: string) => show(<ConfirmEmailPage />, '/confirm-email', `/confirm-email${link}`);

it.each([
  ['#', 'a mail'],
  ['?', 'a mail of an earlier version'],
])('confirms an address by a click, not on load, after the %s of %s', async (mark) => {
  const asked = serve({ [call]: () => new Response(null, { status: 204 }) });
  open(`${mark}database=demo&token=secret`);
  expect(asked).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Your e-mail address is confirmed.')).toBeTruthy();
  expect(asked.map(({ body }) => body)).toEqual([{ databaseName: 'demo', token: 'secret' }]);
});

it('shows why a link is rejected', async () => {
  const message = 'This link was used already or is too old. Please enter the address again.';
  serve({ [call]: () => Response.json({ message }, { status: 400 }) });
  open('#database=demo&token=old');
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText(message)).toBeTruthy();
});

it('shows that a link is incomplete', () => {
  serve({});
  open('#database=demo');
  expect(screen.getByText('This link is incomplete. Open it from the mail.')).toBeTruthy();
});
