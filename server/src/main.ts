import { bootstrap, type SignInHint } from './bootstrap.ts';
import { withLock } from './platform/advisory-lock.ts';
import { type Config, readConfig } from './platform/config.ts';
import type { ServerContext } from './platform/context.ts';
import { prepareDataDirectory } from './platform/data-directory.ts';
import { createLifecycle, type Lifecycle } from './platform/lifecycle.ts';
import { acquireLock } from './platform/lock.ts';
import { createLogger, type Logger } from './platform/log.ts';
import { type Mode, readMode } from './platform/mode.ts';
import { assertPortFree, explainListen } from './platform/port.ts';
import { startEmbeddedPostgres } from './platform/postgres/embedded.ts';
import { readSecrets } from './platform/secrets.ts';
import { StartError } from './platform/start-error.ts';
import { openTenants, type Tenants } from './platform/tenants.ts';
import type { WorkKind } from './platform/work-kind.ts';
import { resetCommand, runReset } from './reset-second-factor.ts';
import { startServe } from './serve.ts';
import { startWork } from './work.ts';
import { startWorkSide } from './work-side.ts';

/** Time in milliseconds for the instance before to end, when this one takes its place. */
const lockPatience = 3000;

/** Milliseconds that each large part may take to close: all together end the process within 10 s. */
const closeLimit = 2800;

async function main(): Promise<void> {
  const [name, ...rest] = process.argv.slice(2);
  const mode = name === resetCommand ? null : readMode(name);
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const lifecycle = createLifecycle(log);
  stopOnSignals(lifecycle, log);
  try {
    if (mode !== null) return await start(mode, config, log, lifecycle);
    say(await runReset(rest, config, log, lifecycle));
    await lifecycle.stop();
  } catch (error) {
    // Stopped while starting: what failed is what was taken away.
    if (lifecycle.stopping) return;
    await lifecycle.stop();
    throw error;
  }
}

async function start(mode: Mode, config: Config, log: Logger, lifecycle: Lifecycle): Promise<void> {
  const fail = (error: Error) => {
    complain(error);
    void lifecycle.stop().finally(() => process.exit(1));
  };
  await prepareDataDirectory(config.dataDirectory);
  if (mode === 'all') {
    const lock = await acquireLock(config.dataDirectory, lockPatience);
    lifecycle.add('the lock', { close: () => lock.release() });
  }
  if (mode !== 'work') await assertPortFree(config);
  const catalogueUrl = config.databaseUrl ?? (await startDatabase(mode, config, log, lifecycle, fail));
  const secrets = await readSecrets(config);
  const applicationName = `twinward ${mode}`;
  const open = (work: WorkKind) => openTenants({ catalogueUrl, work, applicationName, secrets, log });
  const hint = await prepare(config, log, await open('job'));
  const tenants = await open(mode === 'work' ? 'job' : 'request');
  lifecycle.add('the database connections', tenants);
  const context: ServerContext = { config, log, tenants };
  if (mode === 'work') {
    lifecycle.add('the work', await startWork(context), closeLimit);
    log.info('jobs are being run');
    return;
  }
  const work = mode === 'all' ? await startWorkSide(context, fail) : null;
  if (work) lifecycle.add('the work', work, closeLimit);
  const serving = await startServe(context, work?.metrics).catch((error: Error) => {
    throw explainListen(error, config);
  });
  lifecycle.add('the web side', serving, closeLimit);
  announce(serving.address, hint);
}

/** Makes what every installation has. It takes longer than a request may: the demo is imported. */
async function prepare(config: Config, log: Logger, tenants: Tenants): Promise<SignInHint> {
  try {
    return await withLock(tenants.catalogueUrl, 'bootstrap', () => bootstrap({ config, log, tenants }, say));
  } finally {
    await tenants.close();
  }
}

async function startDatabase(
  mode: Mode,
  config: Config,
  log: Logger,
  lifecycle: Lifecycle,
  onLost: (error: Error) => void,
): Promise<string> {
  if (mode !== 'all') {
    throw new StartError(
      `DATABASE_URL is not set: ${mode} runs beside others, on a PostgreSQL that all of them can reach`,
    );
  }
  const server = await startEmbeddedPostgres({
    directory: config.dataDirectory,
    database: 'twinward',
    log,
    onLost,
  });
  lifecycle.add('the embedded database', { close: () => server.stop() }, closeLimit);
  return server.url;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function announce(address: string, { databaseName, userName, password }: SignInHint): void {
  process.stdout.write(`
Twinward is running at ${address}

  Database  ${databaseName}
  User      ${userName}
  Password  ${password}

Ctrl-C stops it.

`);
}

/** The first signal has everything ended in order, the second ends the process as it is. */
function stopOnSignals(lifecycle: Lifecycle, log: Logger): void {
  const onSignal = (signal: NodeJS.Signals) => {
    if (lifecycle.stopping) process.exit(1);
    log.info({ signal }, 'stopping');
    void lifecycle.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

function complain(error: unknown): void {
  const text = error instanceof StartError ? error.message : (error as Error).stack;
  process.stderr.write(`Twinward can't run:\n${text}\n`);
}

main().catch((error: unknown) => {
  complain(error);
  process.exit(1);
});
