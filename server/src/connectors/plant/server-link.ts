import { randomUUID } from 'node:crypto';
import {
  answerRequestFromPlant,
  deliverFromPlant,
  leaseFromPlant,
  listPlantSources,
  longestLook,
  lookFromPlant,
  openFromPlant,
  type PlantEntry,
  type PlantView,
  reportFromPlant,
  takeRequestsFromPlant,
  trackFromPlant,
} from '@twinward/contracts/connections/plant';
import type { OpenedConnection, StateReport } from '../../modules/connections/connection/service.ts';
import type { Logger } from '../../platform/process/log.ts';
import type { SourceValue } from '../connector.ts';
import { type Clock, systemClock } from '../host/clock.ts';
import type { GroupRunPorts, HostPorts, HostView } from '../host/host-ports.ts';
import { toEntries } from './entries.ts';
import type { Memory } from './memory.ts';
import { recordsOverServer, requestsOverServer } from './record-link.ts';
import { ServerAway, type ServerClient, ServerRefusal } from './server-client.ts';
import type { Spool } from './spool.ts';
import { toSentReport } from './state-report.ts';

/** Milliseconds between two attempts while the server is unreachable, and while it rejects calls. */
const usual = { away: 2_000, refused: 30_000 };

interface ServerLinkOptions {
  client: ServerClient;
  spool: Spool;
  memory: Memory;
  log: Logger;
  clock?: Clock;
  /** Milliseconds between two attempts. */
  intervals?: typeof usual;
}

type LastState = StateReport['states'][number] & Pick<StateReport, 'starts' | 'retryAt'>;

/**
 * The ports of a host at the plant, which use the server over HTTP. While the server is unreachable, its last responses
 * are used: the connection continues, and its values wait in the spool. While the server rejects calls, nothing runs.
 */
export class ServerLink {
  readonly #options: ServerLinkOptions;
  readonly #clock: Clock;
  readonly #runner = randomUUID();
  readonly #closing = new AbortController();
  #known: string | null = null;
  #view: PlantView | null = null;
  #opened: OpenedConnection | null = null;
  #fed: { source: string; tagId: number }[] | null = null;
  /** `liveUntil` on the server. Undefined before the first read. */
  #liveUntil: number | null | undefined;
  /** The last reported state of the connection, even if it did not reach the server. */
  #last: LastState | null = null;
  #trouble: string | null = null;

  constructor(options: ServerLinkOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Ends pending waits. */
  close(): void {
    this.#closing.abort(new Error('The process ends.'));
  }

  /**
   * Reads from the server what to run. While it is away, uses its last response.
   * @throws ServerAway; ServerRefusal
   */
  async connect(): Promise<PlantView> {
    try {
      return await this.#ask(0);
    } catch (error) {
      if (error instanceof ServerRefusal) this.#forget();
      const remembered = error instanceof ServerAway ? await this.#options.memory.read() : null;
      if (!remembered) throw error;
      ({ view: this.#view, opened: this.#opened, fed: this.#fed, liveUntil: this.#liveUntil } = remembered);
      this.#recordTrouble((error as Error).message);
      return remembered.view;
    }
  }

  #remember(): void {
    const [view, opened, fed, liveUntil] = [this.#view, this.#opened, this.#fed, this.#liveUntil];
    if (view && opened && fed && liveUntil !== undefined)
      this.#options.memory.write({ view, opened, fed, liveUntil });
  }

  get ports(): HostPorts {
    const { client } = this.#options;
    const runner = this.#runner;
    return {
      look: (isHurried) => this.#look(isHurried),
      fedChecksums: async ([id]) => new Map([[id!, this.#view?.fed ?? '']]),
      quietAfter: async ([id]) => new Map([[id!, this.#view?.quietAfter ?? null]]),
      acquireLease: () =>
        this.#unlessAway(
          async () => (await client.ask(leaseFromPlant, { runner, action: 'take' })).isHeld,
          () => this.#view !== null && !this.#view.group.isHeldByAnother,
        ),
      extendLeases: (ids) =>
        this.#unlessAway(
          async () => {
            const { isHeld } = await client.ask(leaseFromPlant, { runner, action: 'renew' });
            // The lease may have expired while the server was away: takes it again unless another runner has it.
            const isTaken = isHeld || (await client.ask(leaseFromPlant, { runner, action: 'take' })).isHeld;
            return new Set(isTaken ? ids : []);
          },
          () => new Set(ids),
        ),
      releaseLease: async () => void (await client.ask(leaseFromPlant, { runner, action: 'release' })),
      open: () =>
        this.#unlessAway(
          async () => {
            this.#opened = await client.ask(openFromPlant);
            this.#remember();
            return this.#opened;
          },
          () => this.#opened,
        ),
      runPorts: () => this.#runPorts(),
      writeStates: (reports) => this.#writeStates(reports),
      addLog: async (entries) => {
        const log = entries.map(({ time, level, message }) => ({ time: time.toISOString(), level, message }));
        if (log.length > 0) await client.ask(reportFromPlant, { reports: [], log });
      },
      claimRequests: async (most) => {
        const { head } = this.#view!;
        const taken = await client.ask(takeRequestsFromPlant, { runner, most });
        return taken.map((request) => ({
          ...request,
          connectionId: head.id,
          groupId: head.connectionGroupId,
        }));
      },
      findTags: async (_, sources) => {
        const asked = new Set(sources);
        const fed = await client.ask(listPlantSources);
        return new Map(fed.flatMap(({ source, tagId }) => (asked.has(source) ? [[source, tagId]] : [])));
      },
      writeRequestResult: async (id, result) =>
        (await client.ask(answerRequestFromPlant, { id, result })).isOpen,
      endRequest: async (id, message) =>
        void (await client.ask(answerRequestFromPlant, { id, result: null, message })),
    };
  }

  #runPorts(): GroupRunPorts {
    const { client, spool } = this.#options;
    const send = (entries: PlantEntry[]) => client.ask(deliverFromPlant, { entries });
    return {
      sources: () =>
        this.#unlessAway(
          async () => {
            this.#fed = await client.ask(listPlantSources);
            this.#remember();
            return this.#fed.map(({ source }) => source);
          },
          () => this.#fed?.map(({ source }) => source) ?? null,
        ),
      store: (values) => spool.append(toEntries(values)),
      storeHistory: async (values: readonly SourceValue[]) => {
        for (const entry of toEntries(values)) await send([entry]);
      },
      tracking: {
        liveUntil: async () => {
          await this.#unlessAway(
            async () => {
              this.#liveUntil = (await client.ask(trackFromPlant)).liveUntil;
              this.#remember();
              return true;
            },
            () => (this.#liveUntil === undefined ? null : true),
          );
          const known = [this.#liveUntil ?? null, spool.liveUntil].filter((time) => time !== null);
          return known.length === 0 ? null : Math.max(...known);
        },
        advance: (liveUntil) => spool.append([{ kind: 'advance', liveUntil }]),
        open: ({ from, to }, sources) =>
          spool.append([{ kind: 'open', from, to, sources: copySources(sources) }]),
        gap: ({ from, to }, sources) =>
          spool.append([{ kind: 'gap', from, to, sources: copySources(sources) }]),
        listBackfills: async () => (await client.ask(trackFromPlant)).backfills,
        progress: async (id, doneTo, points) => void (await send([{ kind: 'progress', id, doneTo, points }])),
        end: async (id, error) => void (await send([{ kind: 'end', id, error }])),
      },
      records: recordsOverServer(client, this.#runner),
      requests: requestsOverServer(client, this.#runner),
    };
  }

  /** Returns the response of the server or, while it is away, the known one. @throws the failure if none is known */
  async #unlessAway<T>(ask: () => Promise<T>, known: () => T | null): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      const value = error instanceof ServerAway ? known() : null;
      if (value === null) throw error;
      return value;
    }
  }

  async #look(isHurried: boolean): Promise<HostView> {
    const { away, refused } = this.#options.intervals ?? usual;
    try {
      const view = await this.#ask(isHurried ? 0 : this.#patience());
      await this.#reportAgain(view);
      return toHostView(view);
    } catch (error) {
      const isRefused = error instanceof ServerRefusal;
      if (!isRefused && !(error instanceof ServerAway)) throw error;
      this.#recordTrouble(error.message);
      // The secrets must be deleted.
      if (isRefused) this.#forget();
      if (!isHurried) await this.#pause(isRefused ? refused : away);
      if (!this.#view) return { heads: [], groups: [], waiting: 0, canceled: [] };
      return toHostView({ ...this.#overlaid(this.#view), waiting: 0, canceled: [] });
    }
  }

  #forget(): void {
    [this.#opened, this.#known, this.#view] = [null, null, null];
    this.#options.memory.forget();
  }

  async #ask(wait: number): Promise<PlantView> {
    const { client, spool } = this.#options;
    const body = { runner: this.#runner, known: this.#known, wait, spool: spool.size };
    const { known, view } = await client.ask(lookFromPlant, body, {
      timeout: wait + 30_000,
      signal: this.#closing.signal,
    });
    this.#recordTrouble(null);
    this.#known = known;
    if (view) {
      this.#view = view;
      this.#remember();
    }
    return this.#view!;
  }

  /** Returns how long a poll may wait: at most until the next attempt of a failed connection. */
  #patience(): number {
    const retryAt = this.#view?.group.retryAt ?? null;
    if (retryAt === null) return longestLook;
    return Math.round(Math.min(longestLook, Math.max(0, retryAt - this.#clock.now())));
  }

  async #pause(milliseconds: number): Promise<void> {
    await this.#clock.sleep(milliseconds, this.#closing.signal).catch(() => undefined);
  }

  /** Logs once when the server stops responding, and once when it responds again. */
  #recordTrouble(trouble: string | null): void {
    if (trouble === this.#trouble || this.#closing.signal.aborted) return;
    const { log } = this.#options;
    if (trouble === null) log.info('the server answers again');
    else log.warn({ reason: trouble }, 'the server does not answer: points wait in the spool');
    this.#trouble = trouble;
  }

  /** Returns the view with later reports applied. */
  #overlaid(view: PlantView): PlantView {
    const last = this.#last;
    if (!last || last.starts !== view.head.starts) return view;
    const { state, message, retryAt } = last;
    const retry = retryAt === undefined ? view.group.retryAt : (retryAt?.getTime() ?? null);
    return { ...view, group: { ...view.group, state, message, isOutdated: false, retryAt: retry } };
  }

  async #writeStates(reports: readonly StateReport[]): Promise<void> {
    for (const { starts, states, retryAt } of reports) {
      const state = states.at(-1) ?? this.#last;
      if (state)
        this.#last = { ...state, starts, retryAt: retryAt === undefined ? this.#last?.retryAt : retryAt };
    }
    await this.#options.client.ask(reportFromPlant, { reports: reports.map(toSentReport), log: [] });
  }

  /** Reports the state again if the server has replaced it because this process was silent. */
  async #reportAgain({ head, group }: PlantView): Promise<void> {
    const last = this.#last;
    if (!last || last.starts !== head.starts || group.isOutdated) return;
    if (group.state === last.state && group.message === last.message) return;
    if (group.isHeldByAnother) return;
    const { state, message, starts, retryAt } = last;
    const time = new Date(this.#clock.now());
    const report = {
      connectionId: head.id,
      starts,
      states: [{ time, state, message }],
      retryAt,
      isQuiet: false,
    };
    await this.#writeStates([report]).catch(() => undefined);
  }
}

const copySources = (sources: readonly string[] | null): string[] | null => sources && [...sources];

function toHostView({ head, group, waiting, canceled }: PlantView): HostView {
  const { id, isHeldByAnother, backfills, ...state } = group;
  const connection = { ...state, id: head.id, lastPointTime: null, isSeen: true, seenAt: null };
  return {
    heads: [head],
    groups: [{ id, isHeldByAnother, backfills, connections: [connection] }],
    waiting,
    canceled,
  };
}
