import { setTimeout as delay } from 'node:timers/promises';
import type { Simulation } from '@twinward/contracts/protections/simulation';
import type { Client } from '@twinward/server/src/testing/client.ts';

/** Starts a simulation of a protection between two times, epoch milliseconds. */
export const simulate = (
  client: Client,
  range: { twinId: number; indicatorId: number; startTime: number; endTime: number },
): Promise<unknown> => client.call('POST', '/api/simulations', range);

/** The simulation of a protection once it is done. */
export async function ended(client: Client, protectionId: number): Promise<Simulation> {
  for (;;) {
    const simulation = await client.call<Simulation>('GET', `/api/indicators/${protectionId}/simulations`);
    if (simulation.jobStatus === 'error') throw new Error(simulation.log.join('\n'));
    if (simulation.jobStatus === 'done') return simulation;
    await delay(200);
  }
}
