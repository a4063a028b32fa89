import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../../platform/context.ts';
import { EntityAudit } from './service.ts';

/** Interval of the count of refusals, in milliseconds. */
const interval = 60_000;
/** Number of refusals of one source within an interval that counts as a burst. */
const burst = 20;
/** Maximum number of sources counted separately. The other sources are counted together. */
const maximumSources = 1000;

/** 400 is for input that breaks a rule. The input is never stored. */
const statuses = [400, 401, 403, 429] as const;
type RefusalStatus = (typeof statuses)[number];

const isRefusal = (status: number): status is RefusalStatus => statuses.some((one) => one === status);
const noCounts: Readonly<Record<RefusalStatus, number>> = { 400: 0, 401: 0, 403: 0, 429: 0 };

export interface Refusal {
  status: RefusalStatus;
  address: string;
  /** The tenant named in the request; null if it names none. */
  databaseName: string | null;
  user: { userId: number; userName: string } | null;
}

interface Source extends Omit<Refusal, 'status'> {
  counts: Record<RefusalStatus, number>;
  /** Whether the current burst has been reported. */
  reported: boolean;
}

/**
 * Reports bursts of refused requests, by user or else by address: one warning and one audit entry when a burst starts,
 * and then nothing until a minute passes without a burst.
 */
export class RefusalLog {
  readonly #context: Pick<ServerContext, 'tenants' | 'log'>;
  readonly #sources = new Map<string, Source>();
  #uncounted = 0;

  constructor(context: Pick<ServerContext, 'tenants' | 'log'>) {
    this.#context = context;
  }

  /** Number of sources in memory. */
  get size(): number {
    return this.#sources.size;
  }

  add({ status, ...origin }: Refusal): void {
    const key = `${origin.databaseName}\n${origin.user?.userId ?? origin.address}`;
    let source = this.#sources.get(key);
    if (!source) {
      if (this.#sources.size >= maximumSources) {
        this.#uncounted += 1;
        return;
      }
      source = { ...origin, counts: { ...noCounts }, reported: false };
      this.#sources.set(key, source);
    }
    source.counts[status] += 1;
  }

  /** Reports the bursts since the last call. */
  async count(): Promise<void> {
    const { log } = this.#context;
    if (this.#uncounted > 0)
      log.warn({ count: this.#uncounted }, 'requests of many more sources were refused');
    this.#uncounted = 0;
    for (const [key, source] of this.#sources) {
      const { counts, reported } = source;
      if (statuses.reduce((sum, status) => sum + counts[status], 0) < burst) {
        this.#sources.delete(key);
        continue;
      }
      source.reported = true;
      source.counts = { ...noCounts };
      if (!reported) await this.#report({ ...source, counts });
    }
  }

  async #report({ address, databaseName, user, counts }: Source): Promise<void> {
    const { log, tenants } = this.#context;
    log.warn(
      { address, tenant: databaseName, userName: user?.userName, counts },
      'many requests of one source were refused',
    );
    try {
      const tenant = databaseName === null ? null : await tenants.get(databaseName);
      if (!tenant) return;
      // The actor is the system, since the address may have used the name of another user.
      const subject = { id: user?.userId ?? address, name: user?.userName ?? address };
      const audit = new EntityAudit(user ? 'user' : 'address');
      await audit.record(tenant.db, null, 'refuse', subject, { new: { address, ...counts } });
    } catch (error) {
      log.error({ err: error }, 'a burst of refusals could not be added to the audit trail');
    }
  }
}

/** Counts the refusals of an app until it closes, and logs each forbidden request of a signed-in user. */
export function watchRefusals(
  app: FastifyInstance,
  context: Pick<ServerContext, 'tenants' | 'log'>,
): RefusalLog {
  const refusals = new RefusalLog(context);
  app.addHook('onResponse', async (request, { statusCode }) => {
    // A request that its client aborted is answered with 400 too.
    if (isRefusal(statusCode) && !request.raw.readableAborted) {
      refusals.add({ status: statusCode, ...toOrigin(request) });
    }
    const { actor, method, routeOptions } = request;
    if (statusCode === 403 && actor) {
      request.log.warn(
        {
          userId: actor.userId,
          connectionId: actor.connection?.id,
          tenant: actor.tenant.name,
          route: `${method} ${routeOptions.url}`,
        },
        'a request was refused: the user may not make it',
      );
    }
  });
  const timer = setInterval(() => void refusals.count(), interval);
  app.addHook('onClose', async () => clearInterval(timer));
  return refusals;
}

const tenantName = /^[a-z][a-z0-9_-]{0,39}$/;

function toOrigin({ ip, actor, body, headers }: FastifyRequest): Omit<Refusal, 'status'> {
  const user = actor && !actor.connection ? { userId: actor.userId, userName: actor.userName } : null;
  const header = typeof headers.dbname === 'string' ? headers.dbname : '';
  const named =
    actor?.tenant.name ??
    (body as { databaseName?: unknown } | null | undefined)?.databaseName ??
    Buffer.from(header.slice(0, 100), 'base64').toString('utf8');
  const isName = typeof named === 'string' && tenantName.test(named);
  return { address: ip, databaseName: isName ? named : null, user };
}
