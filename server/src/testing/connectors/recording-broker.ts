import { setTimeout as sleep } from 'node:timers/promises';
import { TestBroker } from '../../connectors/mqtt/testing/broker.ts';
import type { RecordingSystem } from './recording-system.ts';

/** A real MQTT broker, to whose topics a value each is published four times a second. */
export async function startRecordingBroker(count: number): Promise<RecordingSystem> {
  const broker = await TestBroker.start();
  const sources = Array.from({ length: count }, (_, i) => `line/v${i}`);
  const recorded = new Map(sources.map((source) => [source, new Map<number, number>()]));
  let isRunning = true;
  let isResting = false;

  async function record(): Promise<void> {
    while (!isResting) {
      if (isRunning) {
        const time = Date.now();
        const messages = sources.map((topic) => ({ topic, value: Math.random() }));
        await broker.publishTogether(
          messages.map(({ topic, value }) => ({ topic, text: JSON.stringify({ v: value, t: time }) })),
        );
        for (const { topic, value } of messages) recorded.get(topic)!.set(time, value);
      }
      await sleep(250);
    }
  }
  const recording = record();
  const rest = () => {
    isResting = true;
    return recording;
  };
  return {
    recorded,
    url: broker.url,
    toConfiguration: (url) => ({ url, format: 'plain', topics: ['line/+ | value=v; time=t'], qos: '1' }),
    start: async () => {
      await broker.start();
      isRunning = true;
    },
    stop: async () => {
      isRunning = false;
      await broker.stop();
    },
    rest,
    remove: async () => {
      await rest();
      await broker.close();
    },
  };
}
