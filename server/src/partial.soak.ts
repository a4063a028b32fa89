import { expect, test } from 'vitest';
import { type Installation, installApart, installTogether } from './testing/proofs/partial/installation.ts';
import { survivePartialFailure } from './testing/proofs/partial/survive.ts';

/** For how long faults are caused in each installation; both run at the same time. */
const minutes = Number(process.env.SOAK_MINUTES ?? 30);
const seed = Number(process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 32));
const mostConnections = 20;
const mostStopTime = 10_000;

test.concurrent.each<[string, () => Promise<Installation>]>([
  ['all in one process', installTogether],
  ['two serve and three work processes', () => installApart({ serve: 2, work: 3 })],
])('%s survives partial failures', async (name, install) => {
  console.log(`${name}: ${minutes} minutes with SOAK_SEED=${seed}`);
  const installation = await install();
  try {
    if (!installation.disk) console.warn('Without the right to mount a file system, no disk gets full.');
    const { wrong, figures } = await survivePartialFailure(installation, {
      duration: minutes * 60_000,
      seed,
      toleranceMinutes: 1,
      scale: 1,
      log: (line) => console.log(`${new Date().toISOString()} ${name}: ${line}`),
    });
    console.log(name, JSON.stringify(figures, null, 2));
    expect(wrong).toEqual([]);
    for (const count of Object.values(figures.mostConnections)) {
      expect(count).toBeGreaterThan(0);
      expect(count).toBeLessThanOrEqual(mostConnections);
    }
    for (const time of Object.values(figures.longestStop)) expect(time).toBeLessThanOrEqual(mostStopTime);
  } finally {
    await Promise.all(installation.processes.map((one) => one.end('SIGKILL')));
    await installation.remove();
  }
});
