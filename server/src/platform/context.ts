import type { Config } from './config/config.ts';
import type { Tenants } from './database/tenants.ts';
import type { Logger } from './process/log.ts';

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
