import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repositoryDirectory, serverDirectory } from '../platform/config/paths.ts';
import { readSecrets } from '../platform/config/secrets.ts';
import { applicationRole, ownerRole } from '../platform/database/postgres/roles.ts';
import { openTenants, type Tenant, type Tenants } from '../platform/database/tenants.ts';

/** Brings the bundle that instances run up to date. */
export function buildProduct(): void {
  execFileSync(process.execPath, [join(repositoryDirectory, 'scripts', 'build.mjs')]);
}

export interface InstanceOptions {
  /** Its DATA_DIR. */
  directory: string;
  /** Its arguments: `serve`, `work`, or nothing for all in one. */
  mode?: readonly string[];
  environment?: Record<string, string>;
}

/** By which Linux counts the time of the processor. */
const ticksPerSecond = 100;

/** A server in a process of its own, from the bundle that `npm start` runs, on a free port. */
export class Instance {
  readonly #directory: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<number | null>;
  readonly #news = new EventEmitter();
  output = '';
  errors = '';

  constructor({ directory, environment, mode = [] }: InstanceOptions) {
    this.#directory = directory;
    const program = join(serverDirectory, 'dist', 'main.js');
    this.#child = spawn(process.execPath, [program, ...mode], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATA_DIR: directory,
        DEMO: 'off',
        PG_BIN: 'bundled',
        ...environment,
      },
    });
    this.#child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      this.output += text;
      this.#news.emit('news');
    });
    this.#child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.errors += text;
      this.#news.emit('news');
    });
    this.#ended = once(this.#child, 'close').then(([code]) => code as number | null);
    void this.#ended.then(() => this.#news.emit('news'));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Waits for a text on either stream, and gives what its groups matched. */
  async says(pattern: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const match = pattern.exec(this.output) ?? pattern.exec(this.errors);
      if (match) return match;
      const { exitCode, signalCode } = this.#child;
      if (exitCode !== null || signalCode !== null) {
        throw new Error(`ended without a word of ${pattern}:\n${this.output}\n${this.errors}`);
      }
      await once(this.#news, 'news');
    }
  }

  /** Where it can be called; waits until it is. */
  async address(): Promise<string> {
    return (await this.says(/running at (\S+)/))[1]!;
  }

  /** As `withTenantOfServer`, for its own data folder. */
  withTenant<T>(name: string, use: (tenant: Tenant) => Promise<T>): Promise<T> {
    return withTenantOfServer(this.#directory, name, use);
  }

  /** Sends a signal; resolves to the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null> {
    this.#child.kill(signal);
    return this.#ended;
  }

  /** Resolves to the exit code. */
  ends(): Promise<number | null> {
    return this.#ended;
  }

  /** `kill -9` of the process, its database server, if it runs, and every process of that, all at once. */
  async killEverything(): Promise<void> {
    signalAll([this.pid, ...(await listPostgresProcesses(this.#directory).catch(() => []))], 'SIGKILL');
    await this.#ended;
  }

  /** Most memory that the process has held so far, in bytes. */
  peakMemory(): number {
    const status = readFileSync(`/proc/${this.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) * 1024;
  }

  /** Seconds of the processor that the process has used so far, without its database. */
  processorSeconds(): number {
    const stat = readFileSync(`/proc/${this.pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may hold blanks and brackets itself.
    const [user, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13);
    return (Number(user) + Number(system)) / ticksPerSecond;
  }
}

/** Uses a tenant's database beside the server that runs on a data folder, to make what no call makes. */
export async function withTenantOfServer<T>(
  directory: string,
  name: string,
  use: (tenant: Tenant) => Promise<T>,
): Promise<T> {
  const tenants = await openTenantsOfServer(directory);
  try {
    return await use(await tenants.create(name));
  } finally {
    await tenants.close();
  }
}

/** The tenants of a server that runs on a data folder, by the roles that it uses itself. */
export async function openTenantsOfServer(directory: string): Promise<Tenants> {
  const password = await readFile(join(directory, 'postgres-password'), 'utf8');
  const [, , , port] = await postmasterFile(directory);
  const urlAs = (role: string) => {
    const url = new URL(`postgres://twinward:${password}@127.0.0.1:${port}/twinward`);
    url.searchParams.set('options', `-c role=${role}`);
    return url.href.replaceAll('+', '%20');
  };
  const secrets = await readSecrets({ secretKey: null, dataDirectory: directory });
  return openTenants({
    catalogueUrl: urlAs(applicationRole),
    ownerUrl: urlAs(ownerRole),
    work: 'job',
    secrets,
  });
}

/** Ids of the processes of the embedded server that runs on a data folder. */
export async function listPostgresProcesses(directory: string): Promise<number[]> {
  const postmaster = Number((await postmasterFile(directory))[0]);
  return [postmaster, ...listChildProcesses(postmaster)];
}

/** Signals processes; those that have just ended are left out. */
export function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** PostgreSQL's own file: process id, data folder, start, port and more, a line each. */
export async function postmasterFile(directory: string): Promise<string[]> {
  return (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
}

/** The processes whose parent is another. */
export function listChildProcesses(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && readParent(name) === pid)
    .map(Number);
}

function readParent(pid: string): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in brackets, which may hold blanks and brackets itself.
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}
