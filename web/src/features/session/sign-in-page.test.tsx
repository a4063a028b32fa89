import { QueryClientProvider } from '@tanstack/react-query';
import { type RenderResult, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../shared/api/query-client.ts';
import { endSession, readCredentials } from '../../shared/session/credentials.ts';
import { SignInPage } from './sign-in-page.tsx';

const refused = 'The database, user name or password is wrong.';

/** A server with one valid password. */
function serve() {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    if (address === '/api/external-sign-in?databaseName=plant')
      return Response.json({ label: 'Plant account' });
    if (init.method === 'GET') return Response.json({ label: null });
    if (address === '/api/external-sign-in/start') {
      expect(init.body).toBe('{"databaseName":"plant"}');
      return Response.json({ address: '#at-the-provider' });
    }
    if (address === '/api/login/external') {
      const { code } = JSON.parse(String(init.body)) as { code: string };
      return code === 'good'
        ? Response.json({ id: 'session-2', timeLeft: 1_800_000 })
        : Response.json({ id: 'sign-in-failed', message: tooLate }, { status: 401 });
    }
    if (address === '/api/login/second-factor') {
      const { proof } = JSON.parse(String(init.body)) as { proof: { code: string } };
      asked.push(proof);
      if (proof.code === '123456') return Response.json({ id: 'session-3', timeLeft: 1_800_000 });
      return proof.code === 'over'
        ? Response.json({ id: 'sign-in-failed', message: tooLate }, { status: 401 })
        : Response.json({ id: 'second-factor-failed', message: wrongCode }, { status: 401 });
    }
    const body = JSON.parse(String(init.body)) as { password: string };
    asked.push(body);
    if (body.password === 'right, with a second factor') {
      return Response.json({
        secondFactor: { challenge: 'c', timeLeft: 300_000, totp: true, passkey: null },
      });
    }
    return body.password === 'right'
      ? Response.json({ id: 'session-1', timeLeft: 1_800_000 })
      : Response.json({ id: 'sign-in-failed', title: 'Sign-in failed', message: refused }, { status: 401 });
  });
  return asked;
}

const wrongCode = 'The code is wrong or was already used.';
const tooLate = 'The sign-in took too long or was already used. Please sign in again.';

function Here(): ReactNode {
  const { pathname, search, hash, state } = useLocation();
  return <output>{`${pathname}${search}${hash} ${JSON.stringify(state)}`}</output>;
}
const show = (address: string | { pathname: string; state: unknown } = '/signin'): RenderResult =>
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <SignInPage />
        <Here />
      </MemoryRouter>
    </QueryClientProvider>,
  );
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));

describe('the sign-in page', () => {
  it('signs in and remembers the database', async () => {
    const asked = serve();
    const { unmount } = show();
    expect(document.activeElement).toBe(field('Database'));
    await userEvent.type(field('Database'), 'demo');
    await userEvent.type(field('User name'), 'ada');
    await userEvent.type(field('Password'), 'right{Enter}');
    await waitFor(() => expect(readCredentials()).toEqual({ sessionId: 'session-1', databaseName: 'demo' }));
    expect(asked).toEqual([{ databaseName: 'demo', userName: 'ada', password: 'right' }]);
    unmount();
    show();
    expect(field('Database').value).toBe('demo');
    expect(document.activeElement).toBe(field('User name'));
  });

  it('marks missing fields, and focuses the first', async () => {
    const asked = serve();
    show();
    await userEvent.type(field('Database'), 'demo');
    await press();
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(field('User name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('User name'));
    expect(asked).toEqual([]);
  });

  it('preserves the fields except the password after a rejection', async () => {
    serve();
    show();
    await userEvent.type(field('Database'), 'demo');
    await userEvent.type(field('User name'), 'ada');
    await userEvent.type(field('Password'), 'wrong');
    await press();
    expect((await screen.findByRole('alert')).textContent).toBe(refused);
    expect(field('User name').value).toBe('ada');
    expect(field('Password').value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(field('Password')));
  });

  it('shows why the last session ended', () => {
    serve();
    endSession('Session expired');
    show();
    expect(screen.getByRole('alert').textContent).toBe('Session expired');
  });

  it('shows that the last session could not be extended, with the cause under Details', async () => {
    serve();
    endSession('Failed to keep session alive', 'The database is starting.');
    show();
    const alert = screen.getByRole('alert');
    expect(within(alert).getByText('Failed to keep session alive')).toBeTruthy();
    const details = within(alert).getByRole('button', { name: 'Details', expanded: false });
    await userEvent.click(details);
    expect(details.getAttribute('aria-expanded')).toBe('true');
    expect(within(alert).getByText('The database is starting.')).toBeTruthy();
  });
});

describe('the second step', () => {
  const begin = async (): Promise<void> => {
    await userEvent.type(field('Database'), 'demo');
    await userEvent.type(field('User name'), 'ada');
    await userEvent.type(field('Password'), 'right, with a second factor{Enter}');
    await screen.findByRole('heading', { name: 'Confirm it is you' });
  };

  it('requires a code, again if it is wrong, and signs in', async () => {
    const asked = serve();
    show();
    await begin();
    expect(readCredentials()).toBeNull();
    expect(document.activeElement).toBe(field('Code of your authenticator app'));
    await userEvent.keyboard('000000{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(wrongCode);
    await waitFor(() => expect(document.activeElement).toBe(field('Code of your authenticator app')));
    await userEvent.keyboard('123456{Enter}');
    await waitFor(() => expect(readCredentials()).toEqual({ sessionId: 'session-3', databaseName: 'demo' }));
    expect(asked.slice(1)).toEqual([
      { type: 'totp', code: '000000' },
      { type: 'totp', code: '123456' },
    ]);
  });

  it('accepts a recovery code, and returns to the start if the challenge has expired', async () => {
    const asked = serve();
    show();
    await begin();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(field('Recovery code'), 'over{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(tooLate);
    expect(field('User name').value).toBe('ada');
    expect(field('Password').value).toBe('');
    expect(asked.at(-1)).toEqual({ type: 'recovery-code', code: 'over' });
  });
});

describe('the sign-in of external users', () => {
  it('is offered if the database has a provider, and keeps the requested page', async () => {
    serve();
    const destination = { pathname: '/apps/twins' };
    show({ pathname: '/signin', state: { destination } });
    await userEvent.type(field('Database'), 'plant');
    await userEvent.click(await screen.findByRole('button', { name: 'Plant account' }));
    await vi.waitFor(() => expect(window.location.hash).toBe('#at-the-provider'));
    window.location.hash = '';
    expect(JSON.parse(sessionStorage.getItem('twinward.destination')!)).toEqual({ destination });
  });

  it('starts the session by the code, which is removed from the URL', async () => {
    serve();
    sessionStorage.setItem('twinward.destination', '{"destination":{"pathname":"/apps/twins"}}');
    show('/signin#external=good&database=plant');
    await vi.waitFor(() =>
      expect(readCredentials()).toEqual({ sessionId: 'session-2', databaseName: 'plant' }),
    );
    expect(screen.getByRole('status').textContent).toBe('/signin {"destination":{"pathname":"/apps/twins"}}');
    expect(sessionStorage.getItem('twinward.destination')).toBeNull();
  });

  it.each([
    ['/signin#external=late&database=plant', tooLate],
    [
      '/signin?external=failed',
      'The sign-in at your organization failed. Please try again, or ask an administrator for access.',
    ],
  ])('shows that it failed at %s', async (address, message) => {
    serve();
    show(address);
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(screen.getByRole('status').textContent).toBe('/signin null');
    expect(readCredentials()).toBeNull();
  });
});
