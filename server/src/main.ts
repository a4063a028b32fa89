import { join } from 'node:path';
import { bootstrap, type SignInHint } from './bootstrap.ts';
import { useBreachedPasswords } from './modules/access/user/service.ts';
import { reportFullDisks } from './modules/outcomes/disk-notice/watch.ts';
import { type Config, readConfig } from './platform/config/config.ts';
import { prepareDataDirectory } from './platform/config/data-directory.ts';
import { type Mode, readMode } from './platform/config/mode.ts';
import { readSecrets } from './platform/config/secrets.ts';
import type { ServerContext } from './platform/context.ts';
import { withLock } from './platform/database/advisory-lock.ts';
import { type CatalogueUrls, embeddedUrls, externalUrls } from './platform/database/catalogue-urls.ts';
import { readDatabaseRole } from './platform/database/database-role.ts';
import { diskRefusals } from './platform/database/disk-refusals.ts';
import { startEmbeddedPostgres } from './platform/database/postgres/embedded.ts';
import { openTenants, type Tenants } from './platform/database/tenants.ts';
import type { WorkKind } from './platform/database/work-kind.ts';
import { assertPortFree, explainListen } from './platform/http/port.ts';
import { withDeadline } from './platform/process/deadline.ts';
import { createLifecycle, type Lifecycle } from './platform/process/lifecycle.ts';
import { acquireLock } from './platform/process/lock.ts';
import { createLogger, type Logger } from './platform/process/log.ts';
import { surviveDatabaseTrouble } from './platform/process/rejections.ts';
import { explainError, StartError } from './platform/process/start-error.ts';
import { resetCommand, runReset } from './reset-second-factor.ts';
import { startServe } from './serve.ts';
import { startWorkSide } from './work-side.ts';

/** Time in milliseconds for the instance before to end, when this one takes its place. */
const lockPatience = 3000;

/** Milliseconds that each large part may take to close. */
const closeLimit = 2800;
/** The same for the embedded database, which writes everything to its place. */
const databaseCloseLimit = 7500;
/** Milliseconds after which the process ends, whatever was not closed. */
const stopLimit = 9000;

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  const mode = name === resetCommand ? null : readMode(name);
  if (mode === 'connect') return connect();
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const lifecycle = createLifecycle(log);
  surviveDatabaseTrouble(log);
  stopOnSignals(lifecycle, log);
  try {
    if (mode !== null) return await start(mode, config, log, lifecycle);
    printLine(await runReset(rest, config, log, lifecycle));
    await lifecycle.stop();
  } catch (error) {
    // Stopped while starting: what failed is what was taken away.
    if (lifecycle.stopping) return;
    await lifecycle.stop();
    throw error;
  }
}

/** Runs one connection at the plant, without a database. */
async function connect(): Promise<void> {
  const [{ readPlantConfig }, { startPlant }, { findConnector }] = await Promise.all([
    import('./connectors/plant/plant-config.ts'),
    import('./connectors/plant/start-plant.ts'),
    import('./connectors/registry.ts'),
  ]);
  const config = readPlantConfig(process.env);
  // What this process starts needs no token.
  delete process.env.CONNECTION_TOKEN;
  const log = createLogger(config.logLevel);
  const lifecycle = createLifecycle(log);
  stopOnSignals(lifecycle, log);
  const ending = new AbortController();
  lifecycle.add('the start', { close: async () => ending.abort() });
  try {
    const plant = await startPlant({ config, log, findConnector, signal: ending.signal });
    lifecycle.add('the connection', plant, closeLimit);
    printLine(`Twinward runs ${plant.name} here, for ${config.server}.`);
  } catch (error) {
    if (!lifecycle.stopping) throw error;
  }
}

async function start(
  mode: Exclude<Mode, 'connect'>,
  config: Config,
  log: Logger,
  lifecycle: Lifecycle,
): Promise<void> {
  const fail = (error: Error) => {
    complain(error);
    void lifecycle.stop().finally(() => process.exit(1));
  };
  await prepareDataDirectory(config.dataDirectory);
  if (mode === 'all') {
    const lock = await acquireLock(config.dataDirectory, lockPatience);
    lifecycle.add('the lock', { close: () => lock.release() });
  }
  diskRefusals.useFile(join(config.dataDirectory, 'full-disks-main'));
  if (mode !== 'work') await assertPortFree(config);
  await useBreachedPasswords(config.breachedPasswords);
  const urls = externalUrls(config) ?? (await startDatabase(mode, config, log, lifecycle, fail));
  const secrets = await readSecrets(config);
  const applicationName = `twinward ${mode}`;
  const open = (work: WorkKind) => openTenants({ ...urls, work, applicationName, secrets, log });
  const hint = await prepare(config, log, await open('job'));
  const tenants = await open('request');
  lifecycle.add('the database connections', tenants);
  lifecycle.add('the report of full disks', reportFullDisks({ tenants, log }));
  const context: ServerContext = { config, log, tenants };
  const work = mode === 'serve' ? null : startWorkSide(context);
  if (work) lifecycle.add('the work', work, closeLimit);
  if (mode === 'work') return;
  const serving = await startServe(context, work).catch((error: Error) => {
    throw explainListen(error, config);
  });
  lifecycle.add('the web side', serving, closeLimit);
  announce(serving.addresses, hint);
}

/** Makes what every installation has. It takes longer than a request may: the demo is imported. */
async function prepare(config: Config, log: Logger, tenants: Tenants): Promise<SignInHint> {
  try {
    const hint = await withLock(tenants.ownerUrl, 'bootstrap', () =>
      bootstrap({ config, log, tenants }, printLine),
    );
    await warnOfRole(tenants, log);
    if (config.previousSecretKey !== null) await reseal(tenants, log);
    return hint;
  } finally {
    await tenants.close();
  }
}

/** Seals what is sealed in the databases with the key that the server has now. */
async function reseal(tenants: Tenants, log: Logger): Promise<void> {
  const { resealTenant } = await import('./reseal.ts');
  for (const name of await tenants.list()) {
    const tenant = await tenants.get(name);
    const count = tenant ? await resealTenant(tenant) : 0;
    log.info(
      { tenant: name, count },
      'secrets were sealed with the new key: PREVIOUS_SECRET_KEY can be removed',
    );
  }
}

/** Warns when requests have more rights than they need, as they do without DATABASE_OWNER_URL. */
async function warnOfRole(tenants: Tenants, log: Logger): Promise<void> {
  for (const name of await tenants.list()) {
    const tenant = await tenants.get(name);
    const { role, isOwner } = tenant ? await readDatabaseRole(tenant.db) : { role: '', isOwner: false };
    if (isOwner) {
      log.warn(
        { tenant: name, role },
        'requests use a database role that owns the tables and could alter the audit trail: set DATABASE_OWNER_URL',
      );
    }
  }
}

async function startDatabase(
  mode: Exclude<Mode, 'connect'>,
  config: Config,
  log: Logger,
  lifecycle: Lifecycle,
  onLost: (error: Error) => void,
): Promise<CatalogueUrls> {
  if (mode !== 'all') {
    throw new StartError(
      `DATABASE_URL is not set: ${mode} runs beside others, on a PostgreSQL that all of them can reach`,
    );
  }
  const server = await startEmbeddedPostgres({
    directory: config.dataDirectory,
    database: 'twinward',
    log,
    installed: { programs: config.postgresPrograms },
    onLost,
    onDiskFull: (server) => diskRefusals.record(server),
  });
  lifecycle.add('the embedded database', { close: () => server.stop() }, databaseCloseLimit);
  return embeddedUrls(server);
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

function announce(addresses: readonly string[], { databaseName, userName, password }: SignInHint): void {
  process.stdout.write(`
Twinward is running at ${addresses.join('\n                       ')}

  Database  ${databaseName}
  User      ${userName}
  Password  ${password}

Ctrl-C stops it.

`);
}

/** The first signal closes everything in order, within a limit; the second ends the process at once. */
function stopOnSignals(lifecycle: Lifecycle, log: Logger): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (lifecycle.stopping) process.exit(1);
    log.info({ signal }, 'stopping');
    void withDeadline(lifecycle.stop(), stopLimit, 'stopping').then(
      () => process.exit(0),
      (error: Error) => {
        log.error({ err: error }, 'the process did not stop in order');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function complain(error: unknown): void {
  process.stderr.write(`Twinward can't run:\n${explainError(error)}\n`);
}

main().catch((error: unknown) => {
  complain(error);
  process.exit(1);
});
