import type { Client } from '../../../server/src/testing/client.ts';
import type { Director } from './director.ts';

/** The actions of a clip. */
export interface Script {
  /** Creates the records of the clip. @returns the address at which it begins */
  prepare(client: Client): Promise<string>;
  film(director: Director): Promise<void>;
}
