import type { RecordingSystem } from '../recording-system.ts';
import type { FaultKind } from './faults.ts';
import { PiServer } from './server.ts';

const faults: FaultKind[] = [
  'busy',
  'failed',
  'slow',
  'truncated',
  'not JSON',
  'other JSON',
  'web exception',
  'errors of items',
  'cut',
];

/** PI Web API with points that change four times a second. */
export async function startRecordingPi(count: number): Promise<RecordingSystem> {
  const server = new PiServer();
  const recorded = new Map(
    Array.from({ length: count }, (_, i) => [server.add(`v${i}`), new Map<number, number>()]),
  );
  const change = () => {
    for (const [source, values] of recorded) {
      const value = Math.random();
      values.set(server.record(source, value), value);
    }
  };
  change();
  await server.start();
  const timer = setInterval(change, 250);
  const rest = () => clearInterval(timer);
  return {
    recorded,
    url: server.url,
    toConfiguration: (url) => ({
      server: url,
      user: server.user,
      password: server.password,
      pollingInterval: 500,
    }),
    start: () => server.start(),
    stop: () => server.stop(),
    rest,
    misbehave: (random) => {
      // Without a channel new values are asked for until the next start.
      server.offersChannel = random.chance(0.5);
      server.doubles = random.chance(0.5);
      server.forgetMarkers();
      for (let i = 0; i < 3; i++) server.faults.push({ kind: random.pick(faults), calls: /./, times: 1 });
      server.cut();
    },
    remove: async () => {
      rest();
      await server.remove();
    },
  };
}
