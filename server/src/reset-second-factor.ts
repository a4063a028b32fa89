import { resetSecondFactor } from './modules/access/second-factor/service.ts';
import { getSignIn } from './modules/access/user/service.ts';
import type { Config } from './platform/config/config.ts';
import { prepareDataDirectory } from './platform/config/data-directory.ts';
import { readSecrets } from './platform/config/secrets.ts';
import { type CatalogueUrls, embeddedUrls, externalUrls } from './platform/database/catalogue-urls.ts';
import { startEmbeddedPostgres } from './platform/database/postgres/embedded.ts';
import { openTenants, type Tenants } from './platform/database/tenants.ts';
import { withTransaction } from './platform/database/transaction.ts';
import type { Lifecycle } from './platform/process/lifecycle.ts';
import { acquireLock } from './platform/process/lock.ts';
import type { Logger } from './platform/process/log.ts';
import { StartError } from './platform/process/start-error.ts';

/** `npm start reset-second-factor DATABASE USER`: for an administrator who lost theirs, with nobody left to ask. */
export const resetCommand = 'reset-second-factor';

/**
 * Carries the command out and ends. With the embedded database Twinward must be stopped.
 * @returns what was done.
 * @throws StartError when an argument is missing or names nothing.
 */
export async function runReset(
  [databaseName, userName]: readonly string[],
  config: Config,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<string> {
  if (!databaseName || !userName) {
    throw new StartError(`Name the database and the user: npm start ${resetCommand} demo admin`);
  }
  await prepareDataDirectory(config.dataDirectory);
  const urls = externalUrls(config) ?? (await startDatabase(config, log, lifecycle));
  const secrets = await readSecrets(config);
  const applicationName = `twinward ${resetCommand}`;
  const tenants = await openTenants({ ...urls, work: 'job', applicationName, secrets, log });
  lifecycle.add('the database connections', tenants);
  return resetNamed(tenants, databaseName, userName);
}

async function startDatabase(config: Config, log: Logger, lifecycle: Lifecycle): Promise<CatalogueUrls> {
  const directory = config.dataDirectory;
  const lock = await acquireLock(directory);
  lifecycle.add('the lock', { close: () => lock.release() });
  const server = await startEmbeddedPostgres({
    directory,
    database: 'twinward',
    log,
    installed: { programs: config.postgresPrograms },
    onLost: (error) => log.error({ err: error }, 'the database was lost'),
  });
  lifecycle.add('the database', { close: () => server.stop() });
  return embeddedUrls(server);
}

/** @throws StartError when there is no such database or user. */
export async function resetNamed(tenants: Tenants, databaseName: string, userName: string): Promise<string> {
  const tenant = await tenants.get(databaseName);
  if (!tenant) throw new StartError(`There is no database '${databaseName}'.`);
  const user = await getSignIn(tenant.db, userName);
  if (!user) throw new StartError(`There is no user '${userName}' in '${databaseName}'.`);
  const done = await withTransaction(tenant.db, (transaction) =>
    resetSecondFactor(transaction, null, user.id, 'The operator of the server removed your second factors'),
  );
  return done
    ? `The second factors of ${user.userName} are removed: the password alone signs in.`
    : `${user.userName} has no second factor.`;
}
