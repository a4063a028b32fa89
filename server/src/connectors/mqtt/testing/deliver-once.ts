import { expect } from 'vitest';
import { TestBroker } from './broker.ts';
import { makeDirectory, Recording } from './recording.ts';

/**
 * Publishes messages with quality of service 1, kills the broker with messages in flight, and compares the stored
 * points, by source and time, with the messages that the broker accepted.
 */
export async function deliverOnce({ messages, kills }: { messages: number; kills: number }): Promise<void> {
  const broker = await TestBroker.start();
  const directory = makeDirectory();
  const sources = Array.from({ length: 20 }, (_, at) => `line/${at}`);
  const stored = new Map<string, number>();
  const start = 1_700_000_000_000;
  // Exceeded only if a message is lost.
  const patience = { timeout: 60_000 + messages * 5 };
  let isDone = false;
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let isSubscribed = false;

  /** Restarts the connection repeatedly, as its host does. */
  const reading = (async () => {
    while (!isDone) {
      const recording = new Recording(
        { url: broker.url, format: 'plain', topics: ['line/+ | value=v; time=t'], qos: '1' },
        sources,
        {
          directory,
          store: async (values) => {
            for (const { source, time, value } of values) stored.set(`${source} ${time}`, value!);
          },
        },
      );
      recording.subscribed.then(
        () => {
          isSubscribed = true;
        },
        () => {},
      );
      await Promise.race([recording.ended, finished]);
      await recording.stop();
    }
  })();

  async function publishAll(): Promise<void> {
    let sent = 0;
    const burst = Math.ceil(messages / (kills + 1));
    for (let round = 0; round <= kills; round++) {
      await expect.poll(() => isSubscribed, patience).toBe(true);
      const upTo = Math.min(messages, sent + burst);
      while (sent < upTo) {
        const chunk = Array.from({ length: Math.min(100, upTo - sent) }, (_, at) => sent + at);
        sent += chunk.length;
        await broker.publishTogether(
          chunk.map((number) => ({
            topic: `line/${number % 20}`,
            text: JSON.stringify({ v: number, t: new Date(start + number).toISOString() }),
          })),
        );
      }
      if (round < kills) {
        isSubscribed = false;
        await broker.stop();
        await broker.start();
      }
    }
  }

  try {
    await publishAll();
    await expect.poll(() => stored.size, patience).toBe(messages);
  } finally {
    isDone = true;
    finish();
    await reading;
    await broker.close();
  }
  const expected = Array.from({ length: messages }, (_, number) => [
    `line/${number % 20} ${start + number}`,
    number,
  ]);
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected));
  expect(broker.published).toEqual([]);
}
