import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../process/log.ts';
import type { Launcher } from './launcher.ts';

/** The server said, as its last words, why it didn't start. */
export class PostmasterError extends Error {
  override name = 'PostmasterError';
}

/** One run of the database server. */
export interface Postmaster {
  pid: number;
  /** Resolves when it has ended, wanted or not. */
  ended: Promise<void>;
  /** Ends all sessions and writes everything to its place; after some seconds, at once. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it takes connections, however long it takes to recover after a crash.
 * @throws PostmasterError with its last words when it ends instead; the error of a connection that it refuses,
 * once it is stopped again.
 */
export async function startPostmaster(request: {
  launcher: Launcher;
  program: string;
  args: string[];
  /** A URL it will answer under. */
  url: string;
  log?: Logger | undefined;
}): Promise<Postmaster> {
  const { launcher, log } = request;
  const [file, args, options] = launcher.command(request.program, request.args);
  // In a session of its own, Ctrl-C reaches us alone, and we end it once we have ended ours.
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lastWords: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lastWords.push(line);
    if (lastWords.length > 20) lastWords.shift();
    // FATAL is the end of one session, which its client is told.
    if (/^(PANIC|WARNING):/.test(line)) log?.warn({ postgres: line });
    else log?.debug({ postgres: line });
  });
  const failure = new Promise<Error>((resolve) => child.on('error', resolve));
  const said = new Promise<void>((resolve) => child.on('close', () => resolve()));
  // Not `close`: sessions that outlive a killed server hold its standard error open.
  const ended = new Promise<void>((resolve) => {
    child.on('exit', () => resolve());
    child.on('error', () => resolve());
  });
  try {
    if (await Promise.race([answers(request.url, child, log), ended.then(() => false)])) {
      return { pid: child.pid!, ended, stop: () => stop(child, ended) };
    }
  } catch (error) {
    await stop(child, ended);
    throw error;
  }
  const error = await Promise.race([failure, said, sleep(1000)]);
  throw new PostmasterError(error ? error.message : lastWords.join('\n'));
}

async function answers(url: string, child: ChildProcess, log?: Logger): Promise<boolean> {
  const reportEvery = 10_000;
  let reportAt = Date.now() + reportEvery;
  while (child.exitCode === null && child.signalCode === null && child.pid !== undefined) {
    if (await accepts(url)) return true;
    if (Date.now() >= reportAt) {
      log?.info('the database is still starting: it recovers what a crash left');
      reportAt += reportEvery;
    }
    await sleep(25);
  }
  return false;
}

const serverIsStarting = '57P03';

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  // A connection may break after an error was reported already; nobody else would listen.
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === serverIsStarting || code === 'ECONNREFUSED' || code === 'ECONNRESET') return false;
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Milliseconds after which a server that is to stop ends at once: the next start then recovers. */
const quitAfter = 5_000;
/** Milliseconds after which it is killed: it may have been stopped by SIGSTOP. */
const killAfter = 6_500;

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return ended;
  const kill = () => void child.kill('SIGKILL');
  // Should this process have to end first, what is left of the server must not refuse the next start.
  process.once('exit', kill);
  child.kill('SIGINT');
  const timers = [setTimeout(() => child.kill('SIGQUIT'), quitAfter), setTimeout(kill, killAfter)];
  await ended;
  for (const timer of timers) clearTimeout(timer);
  process.off('exit', kill);
}
