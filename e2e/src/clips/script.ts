import type { Client } from '../../../server/src/testing/client.ts';
import type { Director } from './director.ts';

/** What is done in a clip. */
export interface Script {
  /** Makes what the clip begins with. @returns the address at which it begins */
  prepare(client: Client): Promise<string>;
  film(director: Director): Promise<void>;
}
