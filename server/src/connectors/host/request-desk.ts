import { noConnector } from '@twinward/contracts/connections/connection';
import type { TakenRequest } from '../../modules/connections/connection/service.ts';
import type { Running } from '../../platform/context.ts';
import type { Logger } from '../../platform/process/log.ts';
import { ConnectorFailure } from '../connector.ts';
import type { HostPorts } from './host-ports.ts';
import type { RunPorts, RunSubject } from './ports.ts';
import { type RequestPorts, runRequest } from './request-runner.ts';

/** Maximum number of concurrent requests. */
const mostRequests = 4;

interface DeskOptions {
  ports: HostPorts;
  log: Logger;
  /** Name of the host. */
  name: string;
  /** Reads the connection with its secrets. Null if it was deleted. */
  open(connectionId: number): Promise<RunSubject | null>;
  createPorts(connectionId: number): Pick<RunPorts, 'log' | 'resolve'>;
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

  async claimRequests(): Promise<void> {
    const { ports } = this.#options;
    const free = mostRequests - this.#requests.size;
    if (free <= 0) return;
    for (const request of await ports.claimRequests(free)) {
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
    const { ports: host, log, name, open, createPorts } = this.#options;
    try {
      const subject = await open(connectionId);
      if (!subject) return await host.endRequest(id, noConnector);
      const ports = {
        ...createPorts(connectionId),
        write: (result) => host.writeRequestResult(id, result),
        end: (message) => host.endRequest(id, message),
        findTags: (sources) => host.findTags(groupId, sources),
      } satisfies RequestPorts;
      await runRequest(subject, { input }, ports, canceled);
    } catch (error) {
      if (error instanceof ConnectorFailure) await host.endRequest(id, error.message).catch(() => undefined);
      else log.warn({ err: error, host: name }, 'a request of a connection was not answered');
    }
  }
}
