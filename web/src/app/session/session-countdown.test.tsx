import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, readStored } from '../../shared/session/credentials.ts';
import { recordTimeLeft } from '../../shared/session/expiry.ts';
import { SessionCountdown } from './session-countdown.tsx';

const minute = 60_000;
let keepAliveStatus = 200;
let calls: string[] = [];
beforeEach(() => {
  keepAliveStatus = 200;
  calls = [];
  window.history.replaceState(null, '', '/home');
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push(`${init.method} ${address}`);
    if (address === '/api/logout') return new Response(null, { status: 204 });
    return Response.json(
      keepAliveStatus === 200 ? { timeLeft: 10 * minute } : { message: 'The database is starting.' },
      { status: keepAliveStatus },
    );
  });
  beginSession({ sessionId: 'a', databaseName: 'demo' });
});

async function pass(milliseconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
}
async function begin(timeLeft: number): Promise<void> {
  recordTimeLeft('a', timeLeft);
  render(<SessionCountdown sessionId="a" />);
  await pass(0);
}
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};

describe('a session that is about to expire', () => {
  it('counts down each second in its last minute', async () => {
    await begin(5 * minute);
    await pass(4 * minute - 1);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await pass(1);
    const dialog = screen.getByRole('alertdialog', { name: 'Session timeout' });
    expect(getComputedStyle(dialog).width).toBe('500px');
    expect([...dialog.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Your session is about to expire.',
      'You will be automatically signed out in 60 seconds.',
      'Do you want to extend this session?',
    ]);
    await pass(1000);
    expect(screen.getByText('You will be automatically signed out in 59 seconds.')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Stay signed in' }));
  });

  it('is extended on request', async () => {
    await begin(30_000);
    await press('Stay signed in');
    expect(calls).toEqual(['POST /api/sessions']);
    await pass(minute);
    expect(screen.queryByText('Session timeout')).toBeNull();
    expect(readStored().credentials?.sessionId).toBe('a');
    await pass(8 * minute);
    expect(screen.getByText('Session timeout')).toBeTruthy();
  });

  it.each(['button', 'Escape'])('ends by %s', async (way) => {
    await begin(30_000);
    if (way === 'button') await press('Sign me out');
    else fireEvent.keyDown(screen.getByRole('alertdialog'), { key: 'Escape' });
    await pass(0);
    expect(calls).toEqual(['POST /api/logout']);
    expect(readStored()).toEqual({ credentials: null });
  });

  it('ends when its time is over', async () => {
    await begin(2000);
    await pass(1999);
    expect(readStored().credentials).not.toBeNull();
    await pass(1);
    expect(readStored()).toEqual({ credentials: null, endedBecause: 'Session expired' });
  });

  it('ends if it cannot be extended', async () => {
    keepAliveStatus = 503;
    await begin(30_000);
    await press('Stay signed in');
    expect(readStored()).toEqual({
      credentials: null,
      endedBecause: 'Failed to keep session alive',
      detail: 'The database is starting.',
    });
  });

  it('stays open if another tab has extended it', async () => {
    await begin(30_000);
    expect(screen.getByText('Session timeout')).toBeTruthy();
    localStorage.setItem('twinward.session.end', JSON.stringify(['a', Date.now() + 10 * minute]));
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: 'twinward.session.end' }));
    });
    expect(screen.queryByText('Session timeout')).toBeNull();
  });
});
