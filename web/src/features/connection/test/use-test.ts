import type { ConnectionRequest, TestStep } from '@twinward/contracts/connections/request';
import { useEffect, useRef, useState } from 'react';
import { askSystem } from '../api/requests.ts';

export interface ConnectionTest {
  /** Null before the first test. */
  state: ConnectionRequest['state'] | null;
  steps: readonly TestStep[];
  failure: unknown;
  start(): void;
  cancel(): void;
}

const idle = { state: null, steps: [], failure: null } as const;

/** Runs a test of a connection and returns its steps as they complete. Cancels it when the page is left. */
export function useTest(connectionId: number): ConnectionTest {
  const [shown, show] = useState<Pick<ConnectionTest, 'state' | 'steps' | 'failure'>>(idle);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    show({ ...idle, state: 'waiting' });
    try {
      await askSystem(connectionId, { kind: 'test' }, stop.signal, ({ state, result }) =>
        show({ state, steps: result.steps ?? [], failure: null }),
      );
    } catch (failure) {
      if (running.current !== stop) return;
      show(({ steps, state }) =>
        stop.signal.aborted || state === 'canceled'
          ? { steps, state: 'canceled', failure: null }
          : { steps, state: 'failed', failure },
      );
    }
  }
  return { ...shown, start: () => void run(), cancel: () => running.current?.abort() };
}
