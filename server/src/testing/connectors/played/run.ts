import { sql } from 'kysely';
import { expect } from 'vitest';
import { ConnectorFailure } from '../../../connectors/connector.ts';
import { ReadMemory } from '../../../connectors/host/read-memory.ts';
import type { Client } from '../../client.ts';
import type { Random } from '../../proofs/partial/random.ts';
import { type Connected, runTurn, type Stores } from '../work-scene.ts';
import { tryToAsk } from './ask.ts';
import { findDifferences } from './compare.ts';
import { misbehave, type Play, setClock, setPages } from './play.ts';
import type { PlayedSystem } from './system.ts';

interface FaultyRun {
  connected: Connected;
  system: PlayedSystem;
  play: Play;
  client: Client;
  random: Random;
  rounds: number;
  /** Makes the twin of an asset of the system, once assets are read. @returns its id */
  makeTwin(): Promise<number>;
}

/** The process ended here: nothing of it goes on. */
class Killed extends Error {
  override name = 'Killed';
}

/**
 * Runs turns of a connection that fail at any step: answers that are wrong or lost, processes that die before or after they
 * stored something, while people change the system. Then compares what is stored. The soak of connections does this with
 * whole processes.
 */
export async function runWithFaults(run: FaultyRun): Promise<void> {
  const { connected, system, play, client, random, rounds } = run;
  const { db, connectionId } = connected;
  const advisories: number[] = [];
  let twinId: number | null = null;
  let failures = 0;
  let memory = new ReadMemory();
  const disturb = () => {
    if (random.chance(0.3)) play.happen();
    if (random.chance(0.03)) throw new Killed('The process was killed.');
  };
  for (let round = 0; round < rounds; round++) {
    for (let step = 0; step < 5; step++) play.happen();
    if (system.requests && round > 0) {
      twinId ??= await run.makeTwin();
      advisories.push(await tryToAsk(client, system.requests, twinId, `${system.type} advisory ${round}`));
    }
    system.peer.behave();
    misbehave(system, random, round === 0 ? 0 : 0.1);
    setClock(system, random);
    setPages(system, random);
    system.expirePages?.(random.chance(0.2));
    await sql`update work_request set retry_at = null, taken_until = null`.execute(db);
    if (random.chance(0.3)) await sql`update connection_stream set last_compared = null`.execute(db);
    try {
      const disturbing = round === 0 ? () => {} : disturb;
      const change = ({ records, requests }: Stores) => ({
        records: disturbed(records, disturbing),
        requests: disturbed(requests, disturbing),
      });
      await runTurn(connected, change, memory);
    } catch (error) {
      if (!(error instanceof Killed) && !(error instanceof ConnectorFailure)) throw error;
      failures += 1;
      if (error instanceof Killed) memory = new ReadMemory();
    }
  }
  expect(failures).toBeGreaterThan(0);

  system.peer.behave();
  system.peer.clockOffset = 0;
  system.expirePages?.(false);
  const settle = async (): Promise<void> => {
    await sql`update work_request set retry_at = null, taken_until = null, checked_at = null`.execute(db);
    await runTurn(connected, undefined, memory);
  };
  await settle();
  // Filed requests come back as work.
  await settle();
  const differences = (knowsGone: boolean) =>
    findDifferences({ client, connectionId, system, advisories, knowsGone });
  expect(await differences(false)).toEqual([]);
  await sql`update connection_stream set last_compared = null`.execute(db);
  await settle();
  expect(await differences(true)).toEqual([]);
}

/** A store before and after whose calls something may happen. */
const disturbed = <T extends object>(store: T, disturb: () => void): T =>
  Object.fromEntries(
    Object.entries(store).map(([name, act]) => [
      name,
      async (...given: unknown[]) => {
        disturb();
        const result = await act(...given);
        disturb();
        return result;
      },
    ]),
  ) as T;
