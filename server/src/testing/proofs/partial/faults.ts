import { setTimeout as sleep } from 'node:timers/promises';
import { signalAll } from '../../instance.ts';
import { type Installation, whenServerWorks, withServer } from './installation.ts';
import type { Random } from './random.ts';
import type { Span } from './signal.ts';
import type { Supervised } from './supervised.ts';

export interface FaultCall {
  installation: Installation;
  random: Random;
  /** Shortens the lengths of time. */
  scale: number;
}

interface Fault {
  /** Whether others may be caused meanwhile. */
  isLight: boolean;
  /** Causes it, and mends what doesn't mend by itself. */
  cause(call: FaultCall): Promise<unknown>;
}

const length = ({ random, scale }: FaultCall, span: Span) => random.integer(span) * scale;
const anyProcess = ({ installation, random }: FaultCall): Supervised => random.pick(installation.processes);

/** Acts on sessions of the product by a statement, once it finds such: a server under load may refuse for a while. */
async function actOnSessions<Row extends object>(
  { installation }: FaultCall,
  statement: string,
): Promise<Row[]> {
  for (;;) {
    await whenServerWorks(installation);
    const found = await withServer(installation, (client) => client.query<Row>(statement)).catch(() => null);
    if (found?.rowCount) return found.rows;
    await sleep(200);
  }
}

/** Ends sessions of the product. */
const terminate = (call: FaultCall, condition: string) =>
  actOnSessions(
    call,
    `select pg_terminate_backend(pid) from pg_stat_activity
      where backend_type = 'client backend' and application_name like 'twinward%' and ${condition}`,
  );

/** Milliseconds between two times that the disk is full, so that each is a time of its own for the product. */
const betweenFills = 25_000;

/** @param meanwhile what is done once it is full */
async function fillDisk(
  { installation: { disk }, scale }: FaultCall,
  meanwhile = async () => {},
): Promise<void> {
  if (!disk) return;
  await sleep(Math.max(0, (disk.fills.at(-1)?.until ?? 0) + betweenFills - Date.now()));
  await disk.fillFor(20_000 * scale, meanwhile);
}

async function killEverything({ installation: { processes } }: FaultCall): Promise<void> {
  if (processes.length === 1) return processes[0]!.restartWithDatabase();
  await Promise.all(processes.map((one) => one.restart('SIGKILL')));
}

/** Changes the network between one process and its database for a while. */
async function disturbNetwork(call: FaultCall, mode: 'refuse' | 'stall'): Promise<void> {
  const { proxy } = anyProcess(call);
  if (!proxy) return;
  proxy.set(mode);
  await sleep(length(call, [2_000, 25_000]));
  // A line that comes back after a while doesn't deliver what was sent meanwhile.
  proxy.cut();
  proxy.set('forward');
}

const faults = {
  'server restarted': {
    isLight: false,
    cause: async ({ installation }) => signalAll((await installation.serverPids()).slice(0, 1), 'SIGINT'),
  },
  'server killed': {
    isLight: false,
    cause: async ({ installation }) => signalAll((await installation.serverPids()).slice(0, 1), 'SIGKILL'),
  },
  'one backend killed': {
    isLight: false,
    async cause(call) {
      const sessions = await actOnSessions<{ pid: number }>(
        call,
        `select pid from pg_stat_activity where application_name like 'twinward%' order by pid`,
      );
      signalAll([call.random.pick(sessions).pid], 'SIGKILL');
    },
  },
  'server stopped for a while': {
    isLight: true,
    async cause(call) {
      const pids = await call.installation.serverPids();
      signalAll(pids, 'SIGSTOP');
      await sleep(length(call, [1_000, 25_000]));
      signalAll(pids, 'SIGCONT');
    },
  },
  'single backends terminated': {
    isLight: true,
    cause: (call) => terminate(call, 'random() < 0.3'),
  },
  'presence connections cut': {
    isLight: true,
    cause: (call) => terminate(call, `application_name = 'twinward jobs'`),
  },
  'network of one process refused': { isLight: true, cause: (call) => disturbNetwork(call, 'refuse') },
  'network of one process silent': { isLight: true, cause: (call) => disturbNetwork(call, 'stall') },
  'network of one process cut': { isLight: true, cause: async (call) => anyProcess(call).proxy?.cut() },
  'process suspended': {
    isLight: true,
    cause: (call) => anyProcess(call).pause(length(call, [2_000, 30_000])),
  },
  'process killed': { isLight: false, cause: (call) => anyProcess(call).restart('SIGKILL') },
  'process ended in order': { isLight: false, cause: (call) => anyProcess(call).restart('SIGTERM') },
  'process ended while the server is stopped': {
    isLight: false,
    async cause(call) {
      const one = anyProcess(call);
      const pids = await call.installation.serverPids();
      signalAll(pids, 'SIGSTOP');
      await sleep(length(call, [500, 8_000]));
      await one.end('SIGTERM', { inOrder: false });
      signalAll(pids, 'SIGCONT');
      await one.start();
    },
  },
  'everything killed': { isLight: false, cause: killEverything },
  'disk full': { isLight: false, cause: (call) => fillDisk(call) },
  'everything killed while the disk is full': {
    isLight: false,
    cause: (call) =>
      fillDisk(call, async () => {
        await sleep(length(call, [2_000, 19_000]));
        await killEverything(call);
      }),
  },
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof faults;

/** Whether a fault can be caused in an installation. */
function isPossible(name: FaultName, { processes, disk }: Installation): boolean {
  if (name.includes('disk')) return disk !== null;
  return !name.startsWith('network') || processes.every(({ proxy }) => proxy !== null);
}

export interface FaultPlan {
  /** All that are possible unless given. */
  kinds?: readonly FaultName[] | undefined;
  /** Epoch milliseconds; null for each kind once. */
  until: number | null;
  log(line: string): void;
}

/**
 * Causes faults one after the other, sometimes two at once, until the time is up: each kind once before any comes again.
 * @returns how often each was caused.
 */
export async function causeFaults(
  call: FaultCall,
  { kinds = Object.keys(faults) as FaultName[], until, log }: FaultPlan,
): Promise<Map<FaultName, number>> {
  const { installation, random } = call;
  const names = kinds.filter((name) => isPossible(name, installation));
  const caused = new Map<FaultName, number>();
  const cause = (name: FaultName) => {
    log(name);
    caused.set(name, (caused.get(name) ?? 0) + 1);
    return faults[name].cause(call);
  };
  const isOver = () => until !== null && Date.now() >= until;
  do {
    const deck = random.shuffle(names);
    while (deck.length > 0 && !isOver()) {
      const [name, next] = deck;
      const isPair =
        next !== undefined && faults[name!].isLight && faults[next].isLight && random.chance(0.5);
      await Promise.all(deck.splice(0, isPair ? 2 : 1).map(cause));
      await whenServerWorks(installation);
      await sleep(length(call, [1_000, 12_000]));
    }
  } while (until !== null && !isOver());
  return caused;
}
