import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from '../../process/log.ts';
import type { Launcher } from './launcher.ts';

/** The server did not start; the message is its last output. */
export class PostmasterError extends Error {
  override name = 'PostmasterError';
}

/** One run of the database server. */
export interface Postmaster {
  pid: number;
  /** Resolves when the server has ended, expected or not. */
  ended: Promise<void>;
  /** Ends all sessions and writes a checkpoint; after some seconds, ends at once. */
  stop(): Promise<void>;
}

/**
 * Starts a server and waits until it accepts connections, however long crash recovery takes.
 * @throws PostmasterError with its last output when it ends instead; the error of a refused connection, after
 * the server was stopped.
 */
export async function startPostmaster(request: {
  launcher: Launcher;
  program: string;
  args: string[];
  /** A URL to connect to the server. */
  url: string;
  log?: Logger | undefined;
  /** Called for each message of the server that its disk is full. */
  onDiskFull?(): void;
}): Promise<Postmaster> {
  const { launcher, log, onDiskFull } = request;
  const [file, args, options] = launcher.command(request.program, request.args);
  // A separate session: Ctrl-C reaches only this process, which stops the server after its own sessions.
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'ignore', 'pipe'] });
  const lastWords: string[] = [];
  createInterface({ input: child.stderr! }).on('line', (line) => {
    lastWords.push(line);
    if (lastWords.length > 20) lastWords.shift();
    if (isOfFullDisk(line)) onDiskFull?.();
    // FATAL ends a single session, whose client receives the error.
    if (/^(PANIC|WARNING):/.test(line)) log?.warn({ postgres: line });
    else log?.debug({ postgres: line });
  });
  const failure = new Promise<Error>((resolve) => child.on('error', resolve));
  const said = new Promise<void>((resolve) => child.on('close', () => resolve()));
  // Not `close`: sessions that outlive a killed server keep its standard error open.
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

/**
 * The end of an ENOSPC message; a text in quotes before it may come from a user. Full shared memory gives the same end.
 */
const isOfFullDisk = (line: string) =>
  line.endsWith(': No space left on device') && !line.includes('shared memory');

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
  // A connection may break after an error was already reported. Without a listener that would end the
  // process.
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

/** Milliseconds after which a stopping server is ended at once; the next start then recovers. */
const quitAfter = 5_000;
/** Milliseconds after which the server is killed: it may have been stopped by SIGSTOP. */
const killAfter = 6_500;

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return ended;
  const kill = () => void child.kill('SIGKILL');
  // If this process ends first, the rest of the server must not block the next start.
  process.once('exit', kill);
  child.kill('SIGINT');
  const timers = [setTimeout(() => child.kill('SIGQUIT'), quitAfter), setTimeout(kill, killAfter)];
  await ended;
  for (const timer of timers) clearTimeout(timer);
  process.off('exit', kill);
}
