import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { serve, show } from '../../testing/show.tsx';
import { ForgotPage } from './forgot-page.tsx';
import { ResetPage } from './reset-page.tsx';

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const done = () => new Response(null, { status: 204 });

describe('a forgotten password', () => {
  it('is requested by mail, without revealing whether the user exists', async () => {
    const asked = serve({ 'POST /api/user/password/request-reset': done });
    show(<ForgotPage />, '/forgot', '/forgot');
    await press('Send mail');
    expect(await screen.findAllByText('Required.')).toHaveLength(2);
    await userEvent.type(field('Database'), 'demo');
    await userEvent.type(field('User name or e-mail'), 'ada{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'If this user exists and has an e-mail address, we have sent a mail with a link to set a new password. The link works once, within an hour.',
    );
    expect(asked.map(({ body }) => body)).toEqual([{ databaseName: 'demo', userName: 'ada' }]);
  });

  it('shows an error after too many requests', async () => {
    serve({
      'POST /api/user/password/request-reset': () =>
        Response.json({ message: 'Too many requests. Please wait a minute.' }, { status: 429 }),
    });
    show(<ForgotPage />, '/forgot', '/forgot');
    await userEvent.type(field('Database'), 'demo');
    await userEvent.type(field('User name or e-mail'), 'ada{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('Too many requests. Please wait a minute.');
  });
});

describe('the link of the mail', () => {
  const open = (address: string) => show(<ResetPage />, '/reset', address);
  const type = async (password: string) => {
    await userEvent.type(field('New password'), password);
    await userEvent.type(field('Confirm password'), password);
    await press('Set password');
  };

  it.each([
    ['#', 'a mail'],
    ['?', 'a mail of an earlier version'],
  ])('sets a new password by the token after the %s of %s', async (mark) => {
    const asked = serve({ 'POST /api/user/password/reset': done });
    open(`/reset${mark}database=demo&token=t-1`);
    await type('New-1234!');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Your password is changed. All your sessions have ended.',
    );
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
    const sent = asked.filter(({ call }) => call === 'POST /api/user/password/reset');
    expect(sent.map(({ body }) => body)).toEqual([
      { databaseName: 'demo', token: 't-1', newPassword: 'New-1234!' },
    ]);
  });

  it('validates the password before it is sent, and shows the errors of the server', async () => {
    const asked = serve({
      'POST /api/user/password/reset': () =>
        Response.json(
          { errors: [{ path: 'newPassword', message: 'Password cannot match your username' }] },
          { status: 400 },
        ),
    });
    open('/reset#database=demo&token=t-1');
    await type('password');
    expect(screen.getByText('Password must contain letters, numbers, and special characters')).toBeTruthy();
    expect(asked.map(({ call }) => call)).toEqual(['GET /api/user/password/rules']);
    await type('1!');
    expect(await screen.findByText('Password cannot match your username')).toBeTruthy();
  });

  it('offers a new link if it was used', async () => {
    const message = 'This link was used already or is too old. Please ask for a new one.';
    serve({ 'POST /api/user/password/reset': () => Response.json({ message }, { status: 400 }) });
    open('/reset#database=demo&token=t-1');
    await type('New-1234!');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot');
  });

  it('shows an error if it is incomplete', () => {
    serve({});
    open('/reset#token=t-1');
    expect(
      screen.getByText('This link is incomplete. Open it from the mail, or request a new one.'),
    ).toBeTruthy();
  });
});
