import { connectAsync } from 'mqtt';
import { expect } from 'vitest';
import { startMosquitto } from './mosquitto.ts';
import { makeDirectory, Recording } from './recording.ts';

/**
 * Publishes messages with quality of service 1 while one of twenty stores fails, which ends the run of the connection,
 * and while the broker restarts. Compares the stored points with the messages that the broker accepted.
 */
export async function storeWithFailures(messages: number, restarts: number): Promise<void> {
  const broker = await startMosquitto();
  const directory = makeDirectory();
  const start = 1_700_000_000_000;
  const stored = new Map<number, number>();
  const done = new AbortController();
  let blocks = 0;
  let runs = 0;

  const reading = (async () => {
    while (!done.signal.aborted) {
      const recording = new Recording(
        { url: broker.url, format: 'plain', topics: ['line/1 | value=v; time=t'], qos: '1' },
        ['line/1'],
        {
          directory,
          store: async (values) => {
            if (++blocks % 20 === 0) throw new Error('The block can not be stored.');
            for (const { time, value } of values) stored.set(time, value!);
          },
        },
      );
      recording.subscribed.then(
        () => runs++,
        () => {},
      );
      const stop = () => void recording.stop();
      done.signal.addEventListener('abort', stop);
      await recording.ended;
      done.signal.removeEventListener('abort', stop);
    }
  })();

  const patience = { timeout: 60_000 + messages * 5 };
  try {
    await expect.poll(() => runs, patience).toBe(1);
    const publisher = await connectAsync(broker.url, { clientId: 'publisher' });
    const messagesPerRun = Math.ceil(messages / (restarts + 1) / 100) * 100;
    for (let sent = 0; sent < messages; sent += 100) {
      if (sent > 0 && sent % messagesPerRun === 0) await broker.restart();
      const numbers = Array.from({ length: 100 }, (_, at) => sent + at);
      await Promise.all(
        numbers.map((number) =>
          publisher.publishAsync(
            'line/1',
            JSON.stringify({ v: number, t: new Date(start + number).toISOString() }),
            { qos: 1 },
          ),
        ),
      );
    }
    await publisher.endAsync();
    await expect.poll(() => stored.size, patience).toBe(messages);
  } finally {
    done.abort();
    await reading;
    await broker.stop();
  }
  expect([...stored].every(([time, value]) => time === start + value)).toBe(true);
  expect(runs).toBeGreaterThan(1);
}
