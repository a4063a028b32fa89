import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ConnectionRole, noConnector } from '@twinward/contracts/connections/connection';
import { Circuits } from '@twinward/domain/connections/circuits';
import type { ConnectionHead, GroupRow } from '../../modules/connections/connection/service.ts';
import type { Running } from '../../platform/context.ts';
import { classifyError } from '../../platform/database/database-trouble.ts';
import type { Logger } from '../../platform/process/log.ts';
import { repeat } from '../../platform/process/repeat.ts';
import { type Connector, ConnectorFailure } from '../connector.ts';
import { resolveHost } from './addresses.ts';
import { type Clock, systemClock } from './clock.ts';
import { GroupRunner, type RunnableConnection } from './group-runner.ts';
import type { HostPorts } from './host-ports.ts';
import { leaseLength, type RunPorts, type RunSubject, renewInterval } from './ports.ts';
import { Reporter } from './reporter.ts';
import { RequestDesk } from './request-desk.ts';

export interface HostOptions {
  ports: HostPorts;
  /** Where the host runs. It runs only connections of this place. */
  place: ConnectionHead['place'];
  /** Name of the host in the log. */
  name: string;
  log: Logger;
  /** Parent of the folders of connections. */
  directory: string;
  /** Whether connections may reach this machine. */
  allowsLocal: boolean;
  findConnector: (type: string) => Connector | null;
  clock?: Clock;
  /** Milliseconds between two polls. */
  interval?: number;
}

/** A connection with one of these roles is kept running. Others only answer requests of screens. */
const runningRoles: ReadonlySet<ConnectionRole> = new Set(['live', 'assets', 'work']);

const defaultInterval = 1_000;
/** Milliseconds between two reads of the expected intervals of inputs. */
const quietInterval = 60_000;
/** Checksums of sources are read again after this multiple of the duration of the last read. */
const checksumShare = 100;

/** Runs the connections for which this process gets the lease, and answers requests of screens. */
export class ConnectionHost implements Running {
  readonly #options: HostOptions;
  readonly #clock: Clock;
  readonly #groups = new Map<number, GroupRunner>();
  readonly #circuits = new Circuits();
  readonly #reporter: Reporter;
  readonly #desk: RequestDesk;
  readonly #turns: Running[];
  /** By connection that receives calls: when its latest point was first seen, by the clock. */
  readonly #pushed = new Map<number, { lastPointTime: number | null; starts: number; at: number }>();
  #heads: readonly ConnectionHead[] = [];
  #checksums: ReadonlyMap<number, string> = new Map();
  #checksumsAt = 0;
  #quiet: ReadonlyMap<number, number | null> = new Map();
  #quietAt = Number.NEGATIVE_INFINITY;
  /** Expiry of the leases unless renewed, by the clock. */
  #heldUntil = Number.POSITIVE_INFINITY;
  /** Whether the latest poll was too early to include the end of a run. */
  #isHurried = true;

  constructor(options: HostOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    const { ports, log, name, interval = defaultInterval } = options;
    this.#reporter = new Reporter(ports);
    this.#desk = new RequestDesk({
      ports,
      log,
      name,
      open: (connectionId) => this.#open(connectionId),
      createPorts: (connectionId) => this.#callPorts(connectionId),
    });
    this.#turns = [
      repeat('the look at connections', interval, () => this.look(), log),
      repeat('the states of connections', interval, () => this.#reporter.flush(), log),
      repeat('the renewal of leases', Math.min(renewInterval, interval * 5), () => this.#renew(), log),
    ];
  }

  /** Ends all runs, and releases the leases. */
  async close(): Promise<void> {
    await Promise.all(this.#turns.map((turn) => turn.close()));
    await Promise.all([this.#desk, ...this.#groups.values()].map((part) => part.close()));
    await this.#reporter.flush().catch(() => undefined);
  }

  /** Polls the connections that should run, and starts and stops them. */
  async look(): Promise<void> {
    const readAt = this.#clock.now();
    const { heads, groups, waiting, canceled } = await this.#options.ports.look(this.#isHurried);
    this.#isHurried = false;
    this.#heads = heads;
    this.#desk.cancel(canceled);
    const ids = groups.map(({ id }) => id);
    await this.#readChecksums(ids);
    await this.#readQuiet(ids);
    const gone = [...this.#groups.keys()].filter((id) => !ids.includes(id)).map(emptyGroup);
    for (const group of [...groups, ...gone]) this.#update(group, readAt);
    if (waiting > 0) await this.#desk.claimRequests();
  }

  #update(group: GroupRow, readAt: number): void {
    const heads = this.#heads.filter((head) => head.connectionGroupId === group.id);
    const states = new Map(group.connections.map((one) => [one.id, one]));
    const isHere = ({ place }: ConnectionHead) => place === this.#options.place;
    const runnable = heads.filter((head) => isHere(head) && this.#reasonAgainst(head) === null);
    let runner = this.#groups.get(group.id);
    if (!runner && runnable.length > 0) {
      runner = this.#createRunner(group.id);
      this.#groups.set(group.id, runner);
    }
    const isCurrent = runner?.update({
      readAt,
      isHeldByAnother: group.isHeldByAnother,
      // A process at the plant doesn't know the other connections.
      givesWay: this.#options.place === 'plant' || heads.some((head) => !isHere(head) && !head.isPaused),
      fed: this.#checksums.get(group.id) ?? '',
      backfills: group.backfills,
      connections: runnable.flatMap(({ id, starts }): RunnableConnection[] => {
        const state = states.get(id);
        return state ? [{ id, starts, tryAt: nextTryAt(state) }] : [];
      }),
    });
    if (isCurrent === false) this.#isHurried = true;
    if (!group.isHeldByAnother && isCurrent !== false)
      this.#reportIdle(heads, states, runner?.runningId ?? null, readAt);
    if (heads.length === 0 && runner) {
      this.#groups.delete(group.id);
      void runner.close();
    }
  }

  /** Returns the message why a connection must not run here, or null if it may run. */
  #reasonAgainst({ isPaused, type }: ConnectionHead): string | null {
    const connector = this.#options.findConnector(type);
    if (!connector?.load) return connector && connector.roles.length > 0 ? '' : noConnector;
    if (isPaused) return '';
    return connector.roles.some((role) => runningRoles.has(role)) ? null : '';
  }

  #isCalled({ type }: ConnectionHead): boolean {
    return this.#options.findConnector(type)?.roles.includes('push') ?? false;
  }

  /** Corrects the states of connections that no process runs: the last one may have been killed. */
  #reportIdle(
    heads: readonly ConnectionHead[],
    states: ReadonlyMap<number, GroupRow['connections'][number]>,
    runningId: number | null,
    now: number,
  ): void {
    const running = heads.find(({ id }) => id === runningId);
    for (const head of heads) {
      const state = states.get(head.id);
      if (!state || head.id === runningId) continue;
      if (!head.isPaused && head.place === 'server' && this.#isCalled(head)) {
        this.#reportPushed(head, state, now);
        continue;
      }
      const reason = this.#reasonAgainst(head);
      if (head.place !== this.#options.place && reason === null && !running) {
        this.#reportElsewhere(head, state, now);
        continue;
      }
      const hasFailed = state.state === 'failed' || state.state === 'degraded';
      // A failure remains visible until a person acts.
      if (reason === null && hasFailed && !state.isOutdated) continue;
      const message = reason ?? (running ? `Standby for ${running.name}.` : '');
      if (state.state === 'stopped' && state.message === message) continue;
      const report = { state: 'stopped', message, retryAt: null, pointsPerSecond: 0 } as const;
      this.#reporter.report(head.id, head.starts, report, now);
    }
  }

  /** Reports the state of a connection at the plant: degraded, with a notification, if its process is silent. */
  #reportElsewhere(
    head: ConnectionHead,
    { isSeen, seenAt, state, message }: GroupRow['connections'][number],
    now: number,
  ): void {
    if (isSeen) return;
    const report =
      seenAt === null
        ? ({ state: 'stopped', message: 'No process at the plant runs this connection yet.' } as const)
        : ({
            state: 'degraded',
            message: `The process at the plant was last seen at ${new Date(seenAt).toISOString()}.`,
            isQuiet: true,
          } as const);
    if (state === report.state && message === report.message) return;
    this.#reporter.report(head.id, head.starts, { ...report, retryAt: null, pointsPerSecond: 0 }, now);
  }

  /** Reports the state of a connection that receives calls: running unless expected points are missing. */
  #reportPushed(head: ConnectionHead, before: GroupRow['connections'][number], now: number): void {
    let seen = this.#pushed.get(head.id);
    if (seen?.lastPointTime !== before.lastPointTime || seen.starts !== head.starts) {
      seen = { lastPointTime: before.lastPointTime, starts: head.starts, at: now };
      this.#pushed.set(head.id, seen);
    }
    const limit = this.#quiet.get(head.connectionGroupId) ?? null;
    const isQuiet = limit !== null && now - seen.at > limit;
    const state = isQuiet ? 'degraded' : 'running';
    const message = isQuiet ? `No points since ${new Date(seen.at).toISOString()}.` : '';
    if (before.state === state && (isQuiet || before.message === message) && !before.isOutdated) return;
    this.#reporter.report(head.id, head.starts, { state, message, retryAt: null, isQuiet }, now);
  }

  async #readChecksums(groupIds: readonly number[]): Promise<void> {
    const before = performance.now();
    if (groupIds.length === 0 || before < this.#checksumsAt) return;
    this.#checksums = await this.#options.ports.fedChecksums(groupIds);
    const now = performance.now();
    this.#checksumsAt = now + checksumShare * (now - before) - (now - before);
  }

  async #readQuiet(groupIds: readonly number[]): Promise<void> {
    const now = this.#clock.now();
    if (groupIds.length === 0 || now - this.#quietAt < quietInterval) return;
    this.#quiet = await this.#options.ports.quietAfter(groupIds);
    this.#quietAt = now;
  }

  async #renew(): Promise<void> {
    const held = [...this.#groups].filter(([, group]) => group.hasLease);
    if (held.length === 0) return;
    const since = this.#clock.now();
    try {
      const ids = held.map(([id]) => id);
      const kept = await this.#options.ports.extendLeases(ids);
      for (const [id, group] of held) if (!kept.has(id)) group.lost();
      this.#heldUntil = since + leaseLength;
    } catch (error) {
      if (this.#clock.now() > this.#heldUntil) for (const [, group] of held) group.lost();
      throw error;
    }
  }

  #createRunner(groupId: number): GroupRunner {
    const { ports, name, log } = this.#options;
    return new GroupRunner(
      {
        acquireLease: async (connectionId) => {
          const since = this.#clock.now();
          const taken = await ports.acquireLease(groupId, connectionId);
          const holdsOthers = [...this.#groups.values()].some((group) => group.hasLease);
          const until = since + leaseLength;
          if (taken) this.#heldUntil = holdsOthers ? Math.min(this.#heldUntil, until) : until;
          return taken;
        },
        release: () => ports.releaseLease(groupId),
        open: (connectionId) => this.#open(connectionId),
        createPorts: (connectionId, starts) => this.#createPorts(groupId, connectionId, starts),
        flush: () => this.#reporter.flush(),
        onError: (error) => {
          const trouble = classifyError(error);
          const facts = { host: name, ...(trouble ? { trouble } : { err: error }) };
          log.warn(facts, 'a connection could not be started, and will be tried again');
        },
      },
      this.#circuits,
      this.#clock,
    );
  }

  async #open(connectionId: number): Promise<RunSubject | null> {
    const { ports, findConnector, directory } = this.#options;
    const opened = await ports.open(connectionId).catch((error) => {
      if (classifyError(error)) throw error;
      const message = 'The secrets were encrypted with another key. Please enter them again.';
      throw new ConnectorFailure('refused', message, { cause: error });
    });
    const connector = opened && findConnector(opened.type);
    if (!connector) return null;
    const own = join(directory, String(connectionId));
    await mkdir(own, { recursive: true, mode: 0o700 });
    return { ...opened, connector, directory: own };
  }

  #callPorts(connectionId: number): Pick<RunPorts, 'log' | 'resolve'> {
    return {
      log: (level, message) => this.#reporter.log(connectionId, level, message, this.#clock.now()),
      resolve: (host) => resolveHost(host, this.#options.allowsLocal),
    };
  }

  #createPorts(groupId: number, connectionId: number, starts: number): RunPorts {
    return {
      ...this.#callPorts(connectionId),
      ...this.#options.ports.runPorts(groupId, connectionId),
      report: (report) => this.#reporter.report(connectionId, starts, report, this.#clock.now()),
      quietAfter: () => this.#quiet.get(groupId) ?? null,
    };
  }
}

const emptyGroup = (id: number): GroupRow => ({ id, isHeldByAnother: false, backfills: 0, connections: [] });

/** Returns when a connection may be tried. Null if a person has to act first. */
function nextTryAt({ state, isOutdated, retryAt }: GroupRow['connections'][number]): number | null {
  if (isOutdated || (state !== 'failed' && state !== 'degraded')) return 0;
  if (retryAt !== null) return retryAt;
  return state === 'failed' ? null : 0;
}
