import { noConnector } from '@twinward/contracts/connections/connection';
import {
  endRequest,
  type TakenRequest,
  takeRequests,
  writeRequestResult,
} from '../../modules/connections/connection/service.ts';
import { listFedTags } from '../../modules/signals/intake/service.ts';
import type { Running } from '../../platform/context.ts';
import type { Tenant } from '../../platform/database/tenants.ts';
import type { Logger } from '../../platform/process/log.ts';
import { ConnectorFailure } from '../connector.ts';
import type { RunPorts, RunSubject } from './ports.ts';
import { type RequestPorts, runRequest } from './request-runner.ts';

/** Requests that are answered at a time. */
const mostRequests = 4;

export interface DeskOptions {
  tenant: Tenant;
  log: Logger;
  runner: string;
  /** The connection with its secrets; null when it is gone. */
  open(connectionId: number): Promise<RunSubject | null>;
  portsOf(connectionId: number): Pick<RunPorts, 'log' | 'resolve'>;
}

/** Takes the requests of screens and answers them. */
export class RequestDesk implements Running {
  readonly #options: DeskOptions;
  readonly #requests = new Map<string, { abort: AbortController; done: Promise<void> }>();

  constructor(options: DeskOptions) {
    this.#options = options;
  }

  cancel(ids: readonly string[]): void {
    for (const id of ids) this.#requests.get(id)?.abort.abort(new Error('The request was canceled.'));
  }

  async take(): Promise<void> {
    const { tenant, runner } = this.#options;
    const free = mostRequests - this.#requests.size;
    if (free <= 0) return;
    for (const request of await takeRequests(tenant.db, runner, free)) {
      const abort = new AbortController();
      const done = this.#answer(request, abort.signal).finally(() => this.#requests.delete(request.id));
      this.#requests.set(request.id, { abort, done });
    }
  }

  async close(): Promise<void> {
    for (const { abort } of this.#requests.values()) abort.abort(new Error('The process ends.'));
    await Promise.all([...this.#requests.values()].map(({ done }) => done));
  }

  async #answer({ id, connectionId, groupId, input }: TakenRequest, canceled: AbortSignal): Promise<void> {
    const { tenant, log, open, portsOf } = this.#options;
    const { db } = tenant;
    try {
      const subject = await open(connectionId);
      if (!subject) return await endRequest(db, id, noConnector);
      const ports = {
        ...portsOf(connectionId),
        write: (result) => writeRequestResult(db, id, result),
        end: (message) => endRequest(db, id, message),
        async tagsOf(sources) {
          const asked = new Set(sources);
          const fed = await listFedTags(db, groupId);
          return new Map(fed.flatMap(({ source, tagId }) => (asked.has(source) ? [[source, tagId]] : [])));
        },
      } satisfies RequestPorts;
      await runRequest(subject, { input }, ports, canceled);
    } catch (error) {
      if (error instanceof ConnectorFailure) await endRequest(db, id, error.message).catch(() => undefined);
      else log.warn({ err: error, tenant: tenant.name }, 'a request of a connection was not answered');
    }
  }
}
