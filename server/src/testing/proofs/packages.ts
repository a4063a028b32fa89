import type { Command } from '@twinward/contracts/core/command';
import { expect } from 'vitest';
import { Client } from '../client.ts';
import { Instance } from '../instance.ts';
import { createPackage } from '../packages.ts';

const steps = ['check', 'import', 'export', 'roll-back'] as const;
type Step = (typeof steps)[number];

export interface PackageCrashOptions {
  /** An empty folder. */
  directory: string;
  /** The steps that are cut off; all unless given. */
  killed?: readonly Step[];
  /** How often each step is cut off. */
  rounds: number;
  /** Assets of a round: enough that a step is still running when it is to be killed. */
  assets: number;
}

const password = 'Rotor-42!';

/**
 * Kills everything while a package is checked, imported, exported and rolled back, round after round. Each time the next
 * start must carry the step out once, as a whole.
 */
export async function survivePackageCrashes({
  directory,
  killed = steps,
  rounds,
  assets,
}: PackageCrashOptions): Promise<void> {
  const start = () => new Instance({ directory, environment: { ADMIN_PASSWORD: password } });
  let instance = start();
  let client = await Client.signIn(await instance.address(), 'admin', password);

  /** Kills everything once a command has done some of its work, if its step is one to kill; follows it to its end. */
  async function carryOut(step: Step, { commandId }: { commandId: string }): Promise<Command> {
    if (killed.includes(step)) {
      const percent = await restartDuring(commandId);
      if (step === 'roll-back') expect(percent, 'killed in the middle').toBeLessThan(100);
    }
    return client.follow(commandId, ({ status }) => status === 'done');
  }
  /** @returns how much of the command was done. */
  async function restartDuring(commandId: string): Promise<number> {
    const { percent } = await client.follow(commandId, (one) => one.percent > 0 || one.status === 'done');
    await instance.killEverything();
    instance = start();
    client = await Client.signIn(await instance.address(), 'admin', password);
    return percent;
  }

  /** How many assets of a round are there. */
  const countAssets = (round: number) =>
    instance.withTenant('demo', async ({ db }) => {
      const found = await db
        .selectFrom('asset')
        .select('unique_id')
        .where('unique_id', 'like', `R${round}-%`)
        .execute();
      return found.length;
    });

  try {
    for (let round = 0; round < rounds; round++) {
      const records = Array.from({ length: assets }, (_, number) => ({
        uniqueId: `R${round}-${String(number).padStart(6, '0')}`,
        assetName: `Pump ${number}`,
      }));
      const content = await createPackage({ asset: records });
      const uploaded = await client.upload('package.zip', [content], {}, '/api/exchange/checks');
      expect(uploaded.status, uploaded.text).toBe(202);
      const check = await carryOut('check', JSON.parse(uploaded.text));
      expect(check.result).toMatchObject({ problems: [], counts: { create: assets, conflict: 0 } });
      expect(await countAssets(round)).toBe(0);
      const done = await carryOut(
        'import',
        await client.call('POST', `/api/exchange/checks/${check.commandId}/import`, { trust: true }),
      );
      expect(done.result).toMatchObject({ created: assets, updated: 0 });
      expect(await countAssets(round)).toBe(assets);
      const exported = await carryOut(
        'export',
        await client.call('POST', '/api/exchange/exports', { selection: [{ kind: 'asset', keys: null }] }),
      );
      const { kinds } = exported.result as { kinds: { kind: string; chosen: number }[] };
      expect(kinds).toMatchObject([{ kind: 'asset', chosen: assets }]);
      const { importId } = done.result as { importId: number };
      await carryOut('roll-back', await client.call('POST', `/api/exchange/imports/${importId}/roll-back`));
      expect(await countAssets(round)).toBe(0);
    }
    expect(await instance.end('SIGTERM')).toBe(0);
  } finally {
    await instance.end('SIGTERM');
  }
}
