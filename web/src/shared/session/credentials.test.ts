import { describe, expect, it, vi } from 'vitest';
import { beginSession, endSession, onSessionChange, readCredentials, readStored } from './credentials.ts';

const key = 'twinward.session';

/** Simulates a storage event from another tab. */
function otherTabWrites(value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: value }));
}

describe('the stored session', () => {
  it('is preserved on reload, and shared with other tabs', () => {
    beginSession({ sessionId: 'a', databaseName: 'demo' });
    expect(JSON.parse(localStorage.getItem(key)!)).toEqual({ sessionId: 'a', databaseName: 'demo' });
    expect(readCredentials()).toEqual({ sessionId: 'a', databaseName: 'demo' });
  });

  it('ends in this tab when another tab signs out', () => {
    beginSession({ sessionId: 'a', databaseName: 'demo' });
    const changed = vi.fn();
    const stop = onSessionChange(changed);
    otherTabWrites(null);
    expect(changed).toHaveBeenCalledTimes(1);
    expect(readStored()).toEqual({ credentials: null });
    stop();
    otherTabWrites('{"sessionId":"b","databaseName":"demo"}');
    expect(changed).toHaveBeenCalledTimes(1);
  });

  it('ends with the same reason in every tab', () => {
    beginSession({ sessionId: 'a', databaseName: 'demo' });
    endSession('Session expired');
    expect(readStored()).toEqual({ credentials: null, endedBecause: 'Session expired' });
    otherTabWrites(localStorage.getItem(key));
    expect(readStored()).toEqual({ credentials: null, endedBecause: 'Session expired' });
    endSession('Failed to keep session alive', 'The disk is full.');
    otherTabWrites(localStorage.getItem(key));
    expect(readStored()).toEqual({
      credentials: null,
      endedBecause: 'Failed to keep session alive',
      detail: 'The disk is full.',
    });
  });

  it('starts in this tab when another tab signs in', () => {
    otherTabWrites('{"sessionId":"b","databaseName":"plant"}');
    expect(readCredentials()).toEqual({ sessionId: 'b', databaseName: 'plant' });
  });

  it.each(['', '{', '[]', 'null', '{"sessionId":1}', '"text"'])('is signed out for %j', (stored) => {
    localStorage.setItem(key, stored);
    expect(readStored()).toEqual({ credentials: null });
  });

  it('is the same object until it changes', () => {
    beginSession({ sessionId: 'a', databaseName: 'demo' });
    expect(readStored()).toBe(readStored());
  });
});
