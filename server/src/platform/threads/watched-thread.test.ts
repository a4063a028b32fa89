import { expect, onTestFinished, test } from 'vitest';
import type { Fault } from '../../testing/faulty-thread.ts';
import { createLogger } from '../process/log.ts';
import { startWatchedThread, type WatchOptions } from './watched-thread.ts';

function start(options: Partial<WatchOptions> = {}) {
  const lines: string[] = [];
  const thread = startWatchedThread({
    thread: 'testing/faulty-thread',
    name: 'test',
    data: {},
    log: createLogger('info', { write: (line) => void lines.push(line) }),
    ...options,
  });
  onTestFinished(() => thread.close());
  const messages = () => lines.map((line) => JSON.parse(line).msg as string);
  const send = (fault: Fault) => thread.send(fault);
  return { thread, send, messages };
}

test('is ready once the thread reports it, and stops the thread cleanly', async () => {
  const { thread, messages } = start();
  expect(thread.problem()).toBe('The thread test is starting.');
  await expect.poll(thread.problem).toBeNull();
  await thread.close();
  expect(messages()).toEqual(['a thread does its work']);
});

test('restarts a thread that failed', async () => {
  const { thread, send, messages } = start();
  await expect.poll(thread.problem).toBeNull();
  send({ fail: true });
  await expect.poll(messages).toContain('a thread ended and is started again');
  await expect.poll(thread.problem).toBeNull();
});

test('replaces a thread whose event loop is blocked', async () => {
  const { thread, send, messages } = start({ stalledAfter: 1500, replacedAfter: 3000 });
  await expect.poll(thread.problem).toBeNull();
  send({ spin: true });
  await expect.poll(thread.problem).toBe('The thread test is stalled.');
  await expect.poll(messages).toContain('a thread ended and is started again');
  await expect.poll(thread.problem).toBeNull();
});

test('closes while the event loop of the thread is blocked', async () => {
  const { thread, send, messages } = start({ closeLimit: 100 });
  await expect.poll(thread.problem).toBeNull();
  send({ spin: true });
  await thread.close();
  expect(messages()).toContain('a thread did not close in order and is ended');
});
