import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { Tenants } from './tenants.ts';

/** What every part of a running server is given: nothing reads the environment but `readConfig`. */
export interface ServerContext {
  config: Config;
  log: Logger;
  tenants: Tenants;
}

/** A part of the server that was started, until it is closed: it then ends what it has begun. */
export interface Running {
  close(): Promise<void>;
}
