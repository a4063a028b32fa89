import type { Config } from './config/config.ts';
import type { Tenants } from './database/tenants.ts';
import type { Logger } from './process/log.ts';

/** The dependencies of every part of a running server: only `readConfig` reads the environment. */
export interface ServerContext {
  config: Config;
  log: Logger;
  tenants: Tenants;
}

/** A started part of the server; closing it stops everything that it started. */
export interface Running {
  close(): Promise<void>;
}
