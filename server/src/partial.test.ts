import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildProduct } from './testing/instance.ts';
import type { FaultName } from './testing/proofs/partial/faults.ts';
import { type Installation, installApart, installTogether } from './testing/proofs/partial/installation.ts';
import { survivePartialFailure } from './testing/proofs/partial/survive.ts';

beforeAll(buildProduct);

/** A short run of what `npm run soak partial` does. SOAK_LOG=1 shows what happens. */
test.each<[string, () => Promise<Installation>, FaultName[]]>([
  [
    'one process with its own database',
    installTogether,
    [
      'server restarted',
      'one backend killed',
      'server stopped for a while',
      'disk full',
      'everything killed',
    ],
  ],
  [
    'processes that share a database',
    () => installApart({ serve: 1, work: 2 }),
    [
      'single backends terminated',
      'presence connections cut',
      'network of one process refused',
      'network of one process silent',
      'process suspended',
      'process killed',
      'process ended in order',
    ],
  ],
])(
  '%s: partial failures neither lose nor duplicate data',
  async (_name, install, kinds) => {
    const log = (line: string) => process.env.SOAK_LOG && console.log(new Date().toISOString(), line);
    const installation = await install();
    onTestFinished(async () => {
      await Promise.all(installation.processes.map((one) => one.end('SIGKILL')));
      await installation.remove();
    });
    const options = { duration: null, kinds, seed: 12, toleranceMinutes: 0, scale: 0.15, log };
    const { wrong, figures } = await survivePartialFailure(installation, options);
    log(JSON.stringify(figures));
    expect(wrong).toEqual([]);
  },
  600_000,
);
