import { connectAsync } from 'mqtt';
import { expect } from 'vitest';
import { TestBroker } from './broker.ts';
import { makeDirectory, Recording } from './recording.ts';

/**
 * Publishes messages with quality of service 1 and kills the broker with messages in flight, and compares what was
 * stored, by source and time, with what the broker had accepted.
 */
export async function deliverOnce({ messages, kills }: { messages: number; kills: number }): Promise<void> {
  const broker = await TestBroker.start();
  const directory = makeDirectory();
  const sources = Array.from({ length: 20 }, (_, at) => `line/${at}`);
  const stored = new Map<string, number>();
  const start = 1_700_000_000_000;
  // Only a lost message takes that long.
  const patience = { timeout: 60_000 + messages * 5 };
  let isDone = false;
  let finish!: () => void;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let connected = 0;

  /** Runs the connection again and again, as its host does. */
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
        () => connected++,
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
      // This broker loses messages that are published while a client is taking up its session again.
      await expect.poll(() => connected, patience).toBeGreaterThan(round);
      const publisher = await connectAsync(broker.url, {
        clientId: `publisher-${round}`,
        reconnectPeriod: 0,
      });
      const upTo = Math.min(messages, sent + burst);
      while (sent < upTo) {
        const chunk = Array.from({ length: Math.min(100, upTo - sent) }, (_, at) => sent + at);
        sent += chunk.length;
        await Promise.all(
          chunk.map((number) =>
            publisher.publishAsync(
              `line/${number % 20}`,
              JSON.stringify({ v: number, t: new Date(start + number).toISOString() }),
              { qos: 1 },
            ),
          ),
        );
      }
      await publisher.endAsync(true);
      if (round < kills) {
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
  expect(broker.published.filter(({ client }) => !client.startsWith('publisher'))).toEqual([]);
}
