import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeDatabaseFolder } from '../../../testing/folder.ts';
import { readConfig } from '../../config/config.ts';
import { findFreePort } from '../../http/port.ts';
import { findProcess, findProcessesIn } from '../../process/processes.ts';
import { StartError } from '../../process/start-error.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { startPostmaster } from './postmaster.ts';
import { serverArguments } from './settings.ts';

// mkdtemp creates folders with mode 0700: as root, PostgreSQL runs as a user who can't enter them.
let seed: string;
let directory: string;
let servers: EmbeddedPostgres[];
let children: ChildProcess[];
beforeAll(async () => {
  seed = await makeDatabaseFolder('twinward-seed-');
  await openCluster(await findBinaries(), seed, true);
});
afterAll(() => rm(seed, { recursive: true, force: true }));
beforeEach(async () => {
  directory = await makeDatabaseFolder('twinward-embedded-');
  servers = [];
  children = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  for (const child of children) child.kill('SIGKILL');
  await rm(directory, { recursive: true, force: true });
});

/** Copies prepared database files, because initdb takes longer than most of these tests. */
function copySeed(): void {
  execFileSync('cp', ['-a', `${seed}/.`, directory]);
}

async function start(options: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const onLost = (error: Error) => {
    throw error;
  };
  const server = await startEmbeddedPostgres({ directory, database: 'twinward', onLost, ...options });
  servers.push(server);
  return server;
}

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20);
}

const isGone = (pid: number) => findProcess(pid) === null;

/** Another process that owns a server in the folder, until it is killed. */
async function spawnOwner(...wrapper: string[]): Promise<{ owner: ChildProcess; url: string; pid: number }> {
  const script = `
    import { startEmbeddedPostgres } from '${import.meta.dirname}/embedded.ts';
    const server = await startEmbeddedPostgres({
      directory: process.argv[1], database: 'twinward', onLost: console.error,
    });
    console.log(server.superuserUrl + ' ' + server.pid());
    setInterval(() => {}, 1000);`;
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '--eval', script, directory];
  const [program, ...args] = [...wrapper, ...node];
  const owner = spawn(program!, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(owner);
  const [line] = (await once(owner.stdout!.setEncoding('utf8'), 'data')) as [string];
  const [url, pid] = line.trim().split(' ');
  return { owner, url: url!, pid: Number(pid) };
}

test('creates a private server in a closed folder, reachable only with its password', async () => {
  const server = await start();
  const settings = await query(
    server.superuserUrl,
    `select name, setting from pg_settings where name in ('data_checksums', 'fsync', 'full_page_writes',
       'listen_addresses', 'max_wal_size', 'password_encryption', 'synchronous_commit',
       'unix_socket_directories', 'wal_compression') order by name`,
  );
  expect(Object.fromEntries(settings.map((row) => [row.name, row.setting]))).toEqual({
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    listen_addresses: '127.0.0.1',
    max_wal_size: '1024',
    password_encryption: 'scram-sha-256',
    synchronous_commit: 'on',
    unix_socket_directories: '',
    wal_compression: 'pglz',
  });
  expect(await query(server.superuserUrl, `select distinct auth_method from pg_hba_file_rules`)).toEqual([
    { auth_method: 'scram-sha-256' },
  ]);
  const wrong = server.superuserUrl.replace(/:[^:@]*@/, ':wrong@');
  await expect(query(wrong, 'select 1')).rejects.toThrow(
    'password authentication failed for user "twinward"',
  );
  expect((await stat(join(directory, 'postgres-password'))).mode & 0o777).toBe(0o600);
  expect((await stat(directory)).mode & 0o777).toBe(0o700);
  expect((await readdir(directory)).sort()).toEqual(['postgres', 'postgres-password']);
});

const nobody = 65_534;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'];
const [setpriv, ...options] = asNobody;
const mayTryNobody =
  process.getuid?.() === 0 &&
  spawnSync(setpriv!, [...options, 'test', '-r', import.meta.filename]).status === 0;

test.runIf(mayTryNobody)('runs as an ordinary user, and then for root as that user', async () => {
  await chown(directory, nobody, nobody);
  const { owner, url } = await spawnOwner(...asNobody);
  await query(url, 'create table kept as select 1 as id');
  owner.kill('SIGTERM');
  expect((await stat(join(directory, 'postgres'))).uid).toBe(nobody);
  const server = await start();
  expect(await query(server.superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
  expect((await stat(`/proc/${server.pid()}`)).uid).toBe(nobody);
});

test('keeps its data between runs', async () => {
  copySeed();
  const first = await start();
  await query(first.superuserUrl, 'create table kept as select 1 as id');
  await first.stop();
  expect(isGone(first.pid())).toBe(true);
  const second = await start();
  expect(await query(second.superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
});

test('reports that its disk is full, by the messages of the server itself', async () => {
  copySeed();
  const full: string[] = [];
  const server = await start({ onDiskFull: (address) => full.push(address) });
  const warn = (message: string) =>
    query(server.superuserUrl, `do $$ begin raise warning '%', '${message}'; end $$`);
  await warn('could not resize shared memory segment "/a": No space left on device');
  await warn('no number: "No space left on device"');
  await warn('could not extend file "base/1": No space left on device');
  await until(() => full.length > 0);
  expect(full).toEqual([new URL(server.superuserUrl).host]);
});

test('is restarted at the same address after it was killed', async () => {
  copySeed();
  const server = await start();
  await query(server.superuserUrl, 'create table kept as select 1 as id');
  const killed = server.pid();
  process.kill(killed, 'SIGKILL');
  await until(() => server.pid() !== killed);
  expect(await query(server.superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
});

test('recovers when one of its sessions is killed', async () => {
  copySeed();
  const server = await start();
  const client = new pg.Client({ connectionString: server.superuserUrl });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid() as pid');
  process.kill(rows[0].pid, 'SIGKILL');
  const works = () =>
    query(server.superuserUrl, 'select 1').then(
      () => true,
      () => false,
    );
  await until(async () => isGone(rows[0].pid) && (await works()));
});

/** Kills a process unless it has already ended. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

test('starts with the committed data after all processes were killed at once', async () => {
  copySeed();
  const { owner, url, pid } = await spawnOwner();
  await query(url, 'create table kept as select 1 as id');
  const busy = query(url, 'select pg_sleep(60)').catch(() => 'ended');
  const sessions = await query(url, 'select pid from pg_stat_activity where pid <> pg_backend_pid()');
  for (const killed of [owner.pid!, pid, ...sessions.map((row) => Number(row.pid))]) {
    kill(killed);
  }
  const server = await start();
  expect(await query(server.superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
  expect(await busy).toBe('ended');
});

test('starts after only its owner was killed', async () => {
  copySeed();
  const { owner, url, pid } = await spawnOwner();
  await query(url, 'create table kept as select 1 as id');
  owner.kill('SIGKILL');
  const server = await start();
  expect(isGone(pid)).toBe(true);
  expect(await query(server.superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
});

test('starts while sessions of a killed server still run', async () => {
  copySeed();
  const { owner, url, pid } = await spawnOwner();
  const busy = query(url, 'select pg_sleep(60)').catch(() => 'ended');
  await until(
    async () => (await query(url, `select from pg_stat_activity where query ~ '^select pg_sl'`)).length > 0,
  );
  owner.kill('SIGKILL');
  process.kill(pid, 'SIGKILL');
  await query((await start()).superuserUrl, 'select 1');
  expect(await busy).toBe('ended');
});

test('stops a server that an earlier run left running', async () => {
  copySeed();
  const binaries = await findBinaries();
  const cluster = await openCluster(binaries, directory, true);
  const port = await findFreePort();
  const left = await startPostmaster({
    launcher: cluster.launcher,
    program: binaries.postgres,
    args: serverArguments(cluster.data, port, true),
    url: `postgres://twinward:${cluster.password}@127.0.0.1:${port}/postgres`,
  });
  await query((await start()).superuserUrl, 'select 1');
  expect(isGone(left.pid)).toBe(true);
});

test('starts although another program has the process id of a killed server', async () => {
  copySeed();
  const other = spawn('sleep', ['60']);
  children.push(other);
  await writeFile(join(directory, 'postgres', 'postmaster.pid'), `${other.pid}\n/elsewhere\n0\n5432\n\n\n`);
  await query((await start()).superuserUrl, 'select 1');
  expect(isGone(other.pid!)).toBe(false);
});

test('starts an interrupted initialization over', async () => {
  await mkdir(join(directory, 'postgres.new'));
  await writeFile(join(directory, 'postgres.new', 'PG_VERSION'), '18\n');
  await writeFile(join(directory, 'postgres-password.new'), 'half');
  await query((await start()).superuserUrl, 'select 1');
  expect((await readdir(directory)).sort()).toEqual(['postgres', 'postgres-password']);
});

test('starts with an empty postmaster.pid, such as a full disk leaves behind', async () => {
  copySeed();
  await writeFile(join(directory, 'postgres', 'postmaster.pid'), '');
  await query((await start()).superuserUrl, 'select 1');
});

test('starts while a session of a killed server is still busy', async () => {
  copySeed();
  const { owner, url, pid } = await spawnOwner();
  await query(url, 'create table kept as select 1 as id');
  const busy = query(url, 'select count(*) from generate_series(1, 1e12::bigint)').catch(() => 'ended');
  await until(
    async () => (await query(url, `select from pg_stat_activity where query ~ '^select count'`)).length > 0,
  );
  process.kill(pid, 'SIGKILL');
  owner.kill('SIGKILL');
  expect(await query((await start()).superuserUrl, 'select * from kept')).toEqual([{ id: 1 }]);
  expect(await busy).toBe('ended');
});

test('restarts while a session of a killed server is busy, and stops cleanly', async () => {
  copySeed();
  const server = await start();
  const busy = query(server.superuserUrl, 'select count(*) from generate_series(1, 1e12::bigint)').catch(
    () => 'ended',
  );
  await until(
    async () =>
      (await query(server.superuserUrl, `select from pg_stat_activity where query ~ '^select count'`))
        .length > 0,
  );
  const killed = server.pid();
  process.kill(killed, 'SIGKILL');
  await until(() => server.pid() !== killed);
  await query(server.superuserUrl, 'select 1');
  expect(await busy).toBe('ended');
  await server.stop();
  expect(isGone(server.pid())).toBe(true);
});

test.each([
  ['is missing', () => rm(join(directory, 'postgres'), { recursive: true })],
  [
    'is empty',
    async () => {
      await rm(join(directory, 'postgres'), { recursive: true });
      await mkdir(join(directory, 'postgres'));
    },
  ],
])('does not create a new database where the data of a password %s', async (_state, remove) => {
  copySeed();
  const password = await readFile(join(directory, 'postgres-password'), 'utf8');
  await remove();
  await expect(start()).rejects.toThrow(
    new StartError(
      `${directory}/postgres-password is there, but its database in ${directory}/postgres is not: ` +
        'is a volume not mounted? To begin anew with an empty database, remove ' +
        `${directory}/postgres-password`,
    ),
  );
  expect(await readFile(join(directory, 'postgres-password'), 'utf8')).toBe(password);
  await rm(join(directory, 'postgres-password'));
  await query((await start()).superuserUrl, 'select 1');
});

test('does not touch files that are not a database', async () => {
  await mkdir(join(directory, 'postgres'));
  await writeFile(join(directory, 'postgres', 'notes.txt'), 'mine');
  await expect(start()).rejects.toThrow(
    new StartError(
      `${directory}/postgres holds no database but other files, such as notes.txt: ` +
        'move them, or set DATA_DIR to another folder',
    ),
  );
  expect(await readdir(directory)).toEqual(['postgres']);
});

test('completes an initialization that was killed before the new password was renamed', async () => {
  copySeed();
  await rename(join(directory, 'postgres-password'), join(directory, 'postgres-password.new'));
  await query((await start()).superuserUrl, 'select 1');
  expect((await readdir(directory)).sort()).toEqual(['postgres', 'postgres-password']);
});

test('reports a wrong password, and leaves no server running', async () => {
  copySeed();
  await writeFile(join(directory, 'postgres-password'), 'wrong');
  await expect(start()).rejects.toThrow(
    new StartError(
      `the password in ${directory}/postgres-password is not that of the database in ${directory}/postgres: ` +
        'restore the file that belongs to it',
    ),
  );
  expect(findProcessesIn(join(directory, 'postgres'))).toEqual([]);
});

test('reports a missing password', async () => {
  copySeed();
  await rm(join(directory, 'postgres-password'));
  await expect(start()).rejects.toThrow(
    `${directory}/postgres-password is missing: without it the database in ${directory}/postgres can't be opened`,
  );
});

test('starts the PostgreSQL that PG_BIN names, and for its data the same one later', async () => {
  const installed = await mkdtemp(join(tmpdir(), 'twinward-installed-'));
  await chmod(installed, 0o755);
  const programs = join(installed, 'pgsql', 'bin');
  await symlink(dirname(dirname((await findBinaries()).postgres)), join(installed, 'pgsql'));
  const startWith = (environment: Record<string, string>) =>
    start({ installed: { programs: readConfig(environment).postgresPrograms } });
  try {
    const first = await startWith({ PG_BIN: programs });
    expect(findProcess(first.pid())?.command).toMatch(new RegExp(`^${programs}/postgres `));
    await query(first.superuserUrl, 'create table kept as select 7 as id');
    await first.stop();
    const later = await startWith({});
    expect(findProcess(later.pid())?.command).toMatch(new RegExp(`^${programs}/postgres `));
    expect(await query(later.superuserUrl, 'select id from kept')).toEqual([{ id: 7 }]);
    await later.stop();
  } finally {
    await rm(installed, { recursive: true });
  }
});

test('reports files of another version', async () => {
  copySeed();
  await writeFile(join(directory, 'postgres', 'PG_VERSION'), '17\n');
  await expect(start()).rejects.toThrow(
    `${directory}/postgres is of PostgreSQL 17, and this Twinward brings PostgreSQL 18: set PG_BIN to the folder of the programs of PostgreSQL 17`,
  );
});

test('reports the output of a server that does not start', async () => {
  copySeed();
  const hba = join(directory, 'postgres', 'pg_hba.conf');
  await writeFile(hba, `${await readFile(hba, 'utf8')}\nnonsense\n`);
  await expect(start()).rejects.toThrow(
    /^the database server doesn't start:\n(.*\n)*FATAL: {2}could not load/,
  );
});
