import { type RenderResult, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it, vi } from 'vitest';
import { endSession, readCredentials } from '../../app/session/credentials.ts';
import { SignInPage } from './sign-in-page.tsx';

const refused = 'The database, user name or password is wrong.';

/** A server that knows one password. */
function serve() {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as { password: string };
    asked.push(body);
    return body.password === 'right'
      ? Response.json({ id: 'session-1', timeLeft: 1_800_000 })
      : Response.json({ id: 'sign-in-failed', title: 'Sign-in failed', message: refused }, { status: 401 });
  });
  return asked;
}

const show = (): RenderResult => render(<SignInPage />, { wrapper: MemoryRouter });
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

  it('says what is missing, and leads to it', async () => {
    const asked = serve();
    show();
    await userEvent.type(field('Database'), 'demo');
    await press();
    expect(screen.getAllByText('Required.')).toHaveLength(2);
    expect(field('User name').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('User name'));
    expect(asked).toEqual([]);
  });

  it('keeps what was typed but the password when it is refused', async () => {
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

  it('says why the last session ended', () => {
    endSession('Session expired');
    show();
    expect(screen.getByRole('alert').textContent).toBe('Session expired');
  });
});
