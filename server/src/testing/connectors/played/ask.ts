import { setTimeout as sleep } from 'node:timers/promises';
import type { Advisory, AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import type { Client } from '../../client.ts';

/**
 * An advisory that asks a system for work. It is looked for by its name before each try, as a server that is killed may
 * have made it. @returns its id
 */
export async function ask(
  client: () => Client,
  { system, type }: { system: string; type: string },
  twinId: number,
  name: string,
): Promise<number> {
  for (;;) {
    try {
      return await tryToAsk(client(), { system, type }, twinId, name);
    } catch (error) {
      console.log(`${name}: ${(error as Error).message.slice(0, 200)}`);
      await sleep(1_000);
    }
  }
}

/** Asks once. @throws Error with any answer but one of success */
export async function tryToAsk(
  client: Client,
  { system, type }: { system: string; type: string },
  twinId: number,
  name: string,
): Promise<number> {
  const filters = [{ field: 'Name', operator: 'EqualTo', value: name }];
  const [known] = await client.list<AdvisorySummary>('/api/advisories/filters', { filters });
  const work = { system, type, shortDescription: name, description: `What ${name} found.` };
  const { id, version, state } =
    known ?? (await client.call<Advisory>('POST', '/api/advisories', { twinId, name, work }));
  if (state === 'draft')
    await client.call('POST', `/api/advisories/${id}/transition`, { transition: 'submit', version });
  return id;
}
