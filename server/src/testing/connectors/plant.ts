import { Circuits } from '@twinward/domain/connections/circuits';
import type { SourceValue } from '../../connectors/connector.ts';
import { GroupRunner, type RunnableConnection } from '../../connectors/host/group-runner.ts';
import type { Backfill, Report, RunPorts } from '../../connectors/host/ports.ts';
import { FakeClock, settle } from './fake-clock.ts';
import type { Peer } from './peer.ts';

/** What is durable of a group of connections, in memory: what hosts keep in the database. */
export class Plant {
  readonly clock = new FakeClock();
  readonly stored = new Map<string, number | null>();
  liveUntil: number | null = null;
  backfills: Backfill[] = [];
  readonly gaps: { from: number; to: number; sources: readonly string[] | null }[] = [];
  readonly log: string[] = [];
  readonly states: { connectionId: number; state: string; message: string }[] = [];
  readonly reports = new Map<number, Report>();
  fed = ['a', 'b'];
  quietAfter: number | null = null;
  holder: GroupRunner | null = null;
  heldUntil = 0;
  fence = 0;
  /** Fails each access while it is away. */
  isAway = false;
  #ids = 0;

  /** The sources and times that are stored, with their values. */
  get points(): Record<string, number | null> {
    return Object.fromEntries([...this.stored].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  state(connectionId: number): Report | undefined {
    return this.reports.get(connectionId);
  }

  /** A process that may run the connections of the group. */
  createHost(peer: Peer, connections: readonly PlantConnection[]): Host {
    return new Host(this, peer, connections);
  }

  #access(): void {
    if (this.isAway) throw new Error('The database is away.');
  }

  createPorts(connectionId: number): RunPorts {
    const access = () => this.#access();
    const store = async (values: readonly SourceValue[]) => {
      access();
      await settle();
      access();
      for (const { source, time, value } of values) {
        if (this.fed.includes(source)) this.stored.set(toKey({ source, time }), value);
      }
    };
    return {
      sources: async () => this.fed,
      store,
      storeHistory: store,
      report: (report) => {
        if (report.state !== undefined) {
          this.states.push({ connectionId, state: report.state, message: report.message ?? '' });
        }
        this.reports.set(connectionId, { ...this.reports.get(connectionId), ...report });
      },
      log: (level, message) => this.log.push(`${level} ${message}`),
      resolve: async (host) => host,
      quietAfter: () => this.quietAfter,
      records: null,
      requests: null,
      tracking: {
        liveUntil: async () => {
          access();
          return this.liveUntil;
        },
        advance: async (liveUntil) => {
          access();
          this.liveUntil = Math.max(this.liveUntil ?? liveUntil, liveUntil);
        },
        open: async (range, sources) => {
          access();
          this.backfills.push({ ...range, id: ++this.#ids, doneTo: range.from, sources });
        },
        listBackfills: async () => {
          access();
          return this.backfills.map((range) => ({ ...range }));
        },
        progress: async (id, doneTo) => {
          access();
          for (const range of this.backfills) if (range.id === id) range.doneTo = doneTo;
        },
        end: async (id) => {
          access();
          this.backfills = this.backfills.filter((range) => range.id !== id);
        },
        gap: async ({ from, to }, sources) => {
          access();
          this.gaps.push({ from, to, sources });
        },
      },
    };
  }
}

export const toKey = ({ source, time }: Pick<SourceValue, 'source' | 'time'>) => `${source} ${time}`;

export interface PlantConnection {
  id: number;
  starts: number;
  configuration: Record<string, unknown>;
}

/** One process: reads what is to run each second, and renews its lease each five. */
class Host {
  readonly runner: GroupRunner;
  readonly #plant: Plant;
  readonly #peer: Peer;
  readonly #stopped = new AbortController();
  connections: readonly PlantConnection[];

  constructor(plant: Plant, peer: Peer, connections: readonly PlantConnection[]) {
    this.#plant = plant;
    this.#peer = peer;
    this.connections = connections;
    this.runner = new GroupRunner(
      {
        acquireLease: async () => {
          if (plant.isAway) throw new Error('The database is away.');
          if (plant.holder !== this.runner && plant.clock.now() < plant.heldUntil) return false;
          if (plant.holder !== this.runner) plant.fence++;
          plant.holder = this.runner;
          plant.heldUntil = plant.clock.now() + 15_000;
          return true;
        },
        release: async () => {
          if (plant.holder === this.runner) plant.heldUntil = 0;
        },
        open: async (id) => this.#open(id),
        createPorts: (id) => plant.createPorts(id),
        flush: async () => undefined,
        onError: () => undefined,
      },
      new Circuits(),
      plant.clock,
    );
    void this.#work();
  }

  /** As `kill -9`: nothing is given up, and nothing of it is stored any more. */
  kill(): void {
    this.#stopped.abort(new Error('killed'));
    this.runner.lost();
  }

  async close(): Promise<void> {
    this.#stopped.abort(new Error('closed'));
    await this.runner.close();
  }

  #open(id: number) {
    const found = this.connections.find((connection) => connection.id === id);
    if (!found) return null;
    const { connector } = this.#peer;
    const { configuration } = found;
    return { id, name: `Peer ${id}`, connector, configuration, trustedCertificates: [], directory: '/tmp' };
  }

  async #work(): Promise<void> {
    const { clock } = this.#plant;
    const { signal } = this.#stopped;
    for (let turn = 0; !signal.aborted; turn++) {
      if (!this.#plant.isAway) this.#look();
      if (turn % 5 === 4) this.#renew();
      await clock.sleep(1_000, signal).catch(() => undefined);
    }
  }

  #look(): void {
    const { clock, fed, backfills, holder, heldUntil } = this.#plant;
    this.runner.update({
      readAt: clock.now(),
      connections: this.connections.map(({ id, starts }): RunnableConnection => {
        const { state, retryAt = null } = this.#plant.reports.get(id) ?? {};
        const waits = state === 'failed' || state === 'degraded';
        return { id, starts, tryAt: waits && retryAt !== null ? retryAt : 0 };
      }),
      isHeldByAnother: holder !== this.runner && clock.now() < heldUntil,
      givesWay: true,
      fed: fed.join(),
      backfills: backfills.length,
    });
  }

  #renew(): void {
    const plant = this.#plant;
    if (!this.runner.hasLease) return;
    if (plant.holder !== this.runner) this.runner.lost();
    else if (!plant.isAway) plant.heldUntil = plant.clock.now() + 15_000;
    else if (plant.clock.now() > plant.heldUntil) this.runner.lost();
  }
}
