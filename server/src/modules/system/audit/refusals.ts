import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerContext } from '../../../platform/context.ts';
import { recordAudit } from './service.ts';

/** How often refusals are counted up, in milliseconds. */
const interval = 60_000;
/** So many refusals of one source between two counts are a burst. */
const burst = 20;
/** Sources that are counted apart; those beyond it are counted together. */
const maximumSources = 1000;

type RefusalStatus = 401 | 403 | 429;

export interface Refusal {
  status: RefusalStatus;
  address: string;
  /** Of the tenant that the request names; null when it names none. */
  databaseName: string | null;
  user: { userId: number; userName: string } | null;
}

interface Source extends Omit<Refusal, 'status'> {
  counts: Record<RefusalStatus, number>;
  /** Whether its burst was told before and goes on. */
  told: boolean;
}

/**
 * Tells of bursts of refused requests, by user or else by address: one warning and one line of the tenant's audit
 * trail when a burst begins, and nothing more until a minute without one has passed.
 */
export class RefusalLog {
  readonly #context: Pick<ServerContext, 'tenants' | 'log'>;
  readonly #sources = new Map<string, Source>();
  #uncounted = 0;

  constructor(context: Pick<ServerContext, 'tenants' | 'log'>) {
    this.#context = context;
  }

  /** Sources that are kept in memory. */
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
      source = { ...origin, counts: { 401: 0, 403: 0, 429: 0 }, told: false };
      this.#sources.set(key, source);
    }
    source.counts[status] += 1;
  }

  /** Tells of the bursts since the last call. */
  async count(): Promise<void> {
    const { log } = this.#context;
    if (this.#uncounted > 0)
      log.warn({ count: this.#uncounted }, 'requests of many more sources were refused');
    this.#uncounted = 0;
    for (const [key, source] of this.#sources) {
      const { counts, told } = source;
      if (counts[401] + counts[403] + counts[429] < burst) {
        this.#sources.delete(key);
        continue;
      }
      source.told = true;
      source.counts = { 401: 0, 403: 0, 429: 0 };
      if (!told) await this.#tell({ ...source, counts });
    }
  }

  async #tell({ address, databaseName, user, counts }: Source): Promise<void> {
    const { log, tenants } = this.#context;
    log.warn(
      { address, tenant: databaseName, userName: user?.userName, counts },
      'many requests of one source were refused',
    );
    try {
      const tenant = databaseName === null ? null : await tenants.get(databaseName);
      if (!tenant) return;
      // The actor is the system: an address may use the name of somebody else.
      await recordAudit(tenant.db, null, {
        action: 'refuse',
        entityType: user ? 'user' : 'address',
        entityId: user?.userId ?? address,
        entityName: user?.userName ?? address,
        new: { address, ...counts },
      });
    } catch (error) {
      log.error({ err: error }, 'a burst of refusals could not be added to the audit trail');
    }
  }
}

/** Counts the refusals of an app until it closes, and logs each request that a signed-in user may not make. */
export function watchRefusals(app: FastifyInstance, context: ServerContext): void {
  const refusals = new RefusalLog(context);
  app.addHook('onResponse', async (request, { statusCode }) => {
    if (statusCode === 401 || statusCode === 403 || statusCode === 429) {
      refusals.add({ status: statusCode, ...originOf(request) });
    }
    const { actor, method, routeOptions } = request;
    if (statusCode === 403 && actor) {
      request.log.warn(
        { userId: actor.userId, tenant: actor.tenant.name, route: `${method} ${routeOptions.url}` },
        'a request was refused: the user may not make it',
      );
    }
  });
  const timer = setInterval(() => void refusals.count(), interval);
  app.addHook('onClose', async () => clearInterval(timer));
}

const tenantName = /^[a-z][a-z0-9_-]{0,39}$/;

function originOf({ ip, actor, body, headers }: FastifyRequest): Omit<Refusal, 'status'> {
  const user = actor ? { userId: actor.userId, userName: actor.userName } : null;
  const header = typeof headers.dbname === 'string' ? headers.dbname : '';
  const named =
    actor?.tenant.name ??
    (body as { databaseName?: unknown } | null | undefined)?.databaseName ??
    Buffer.from(header.slice(0, 100), 'base64').toString('utf8');
  const isName = typeof named === 'string' && tenantName.test(named);
  return { address: ip, databaseName: isName ? named : null, user };
}
