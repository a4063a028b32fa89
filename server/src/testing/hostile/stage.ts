import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '@twinward/contracts/core/command';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import type { Tenant, Tenants } from '../../platform/database/tenants.ts';
import { makeProtection, makeSession, makeTag, makeTwin } from '../factories.ts';
import { toHeaders } from '../headers.ts';
import { Instance, openTenantsOfServer } from '../instance.ts';
import { type Form, type Received, send } from './caller.ts';
import { Meter } from './meter.ts';
import { makePlant, type Plant } from './plant.ts';

const administratorPassword = 'Rotor-42!';
/** Users of the hostile tenant, all administrators. */
const hostileUsers = 12;
const quietProtections = 10;
const quietLevel = 500;

/** The end of a process. */
export interface End {
  /** Null when a signal ended it. */
  code: number | null;
  milliseconds: number;
  /** The last that it wrote to standard error. */
  lastWords: string;
}

/**
 * The whole product in a process of its own, with a hostile tenant, `demo`, and a quiet one, whose protections get a point
 * each every second.
 */
export class Stage {
  readonly directory: string;
  #instance: Instance | null = null;
  #tenants: Tenants | null = null;
  #port = '0';
  /** Where it listens. */
  address = '';
  /** Opened anew at each start. */
  meter!: Meter;
  hostile!: Tenant;
  plant!: Plant;
  /** The headers of sessions of the hostile tenant's users. */
  users: Record<string, string>[] = [];
  readonly administrator = { databaseName: 'demo', userName: 'admin', password: administratorPassword };

  private constructor(directory: string) {
    this.directory = directory;
  }

  /** @param directory an empty folder. */
  static async open(directory: string): Promise<Stage> {
    const stage = new Stage(directory);
    await stage.start();
    stage.plant = await makePlant(stage.hostile.db);
    // A tenant that is made while the product runs is evaluated some seconds later.
    stage.meter.begin();
    await stage.meter.end();
    return stage;
  }

  get instance(): Instance {
    return this.#instance!;
  }

  /** Starts the product. @returns milliseconds until it listened. */
  async start(): Promise<number> {
    const begun = performance.now();
    this.#instance = new Instance({
      directory: this.directory,
      environment: {
        PORT: this.#port,
        ADMIN_PASSWORD: administratorPassword,
        // Attackers have other addresses of this machine; they are no proxies.
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
      },
    });
    this.address = await this.#instance.address();
    const took = performance.now() - begun;
    this.#port = new URL(this.address).port;
    this.#tenants = await openTenantsOfServer(this.directory);
    this.hostile = await this.#tenants.create('demo');
    this.users = [];
    for (let i = 0; i < hostileUsers; i++) {
      this.users.push(await createSession(this.hostile.db, 'demo'));
    }
    await this.#startMeter(await this.#tenants.create('quiet'));
    return took;
  }

  async #startMeter(quiet: Tenant): Promise<void> {
    const made = await findOrCreateProtections(quiet.db);
    this.meter = await Meter.start({
      address: this.address,
      connectionString: quiet.connectionString,
      headers: await createSession(quiet.db, quiet.name),
      tagIds: made.map(({ tagId }) => tagId),
      protectionIds: made.map(({ protectionId }) => protectionId),
      level: quietLevel,
    });
  }

  /** Ends the product in order, as SIGTERM does. */
  async end(): Promise<End> {
    await this.meter.stop();
    await this.#tenants!.close();
    const begun = performance.now();
    const code = await this.instance.end('SIGTERM');
    const milliseconds = performance.now() - begun;
    return { code, milliseconds, lastWords: this.instance.errors.slice(-2000) };
  }

  /** Takes away what an attack has left in the hostile tenant, so that the next one meets the same state. */
  async clear(): Promise<void> {
    const { db } = this.hostile;
    await sql`update command set status = 'canceled', finished_at = now() where finished_at is null`.execute(
      db,
    );
    await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where locked_at is null))`.execute(
      db,
    );
    await retryDeadlocks(() => db.deleteFrom('protection').execute());
    await retryDeadlocks(() => db.deleteFrom('tag').where('type', '=', 'calculated').execute());
  }

  /** Sends as a user of the hostile tenant. */
  readonly send = (user: number, method: string, path: string, body?: object | string): Promise<Received> => {
    const headers = this.users[user % this.users.length]!;
    return send(this.address, { method, path, headers, ...(body === undefined ? {} : { body }) });
  };

  /** The JSON of the answer to a call that makes something. @throws Error with any other answer. */
  async make<T>(method: string, path: string, body: object): Promise<T> {
    const { status, text } = await this.send(0, method, path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Uploads a file as a user of the hostile tenant. */
  upload(user: number, path: string, form: Form): Promise<Received> {
    const headers = { ...this.users[user % this.users.length]!, ...form.headers };
    return send(this.address, { path, headers, body: form.body });
  }

  /** Waits for the end of a command that an answer names. @returns its status and error. */
  async follow({ text }: Received, user: number): Promise<string> {
    const { commandId } = JSON.parse(text) as { commandId: string };
    for (;;) {
      const answer = await this.send(user, 'GET', `/api/commands/${commandId}`);
      const { status, error, finishedAt } = JSON.parse(answer.text) as Command;
      if (finishedAt !== null) return error === null ? status : `${status}: ${error}`;
      await sleep(100);
    }
  }

  /** Kills what is left. */
  async close(): Promise<void> {
    await this.#instance?.killEverything().catch(() => undefined);
  }
}

async function createSession(db: Db, tenantName: string): Promise<Record<string, string>> {
  return { ...(await makeSession(db, { isAdmin: true })), dbname: toHeaders('', tenantName).dbname! };
}

/** The quiet tenant's protections, made once, with a tag each. */
async function findOrCreateProtections(db: Db): Promise<{ tagId: number; protectionId: number }[]> {
  const rows = await db
    .selectFrom('protection_input')
    .select(['tag_id as tagId', 'protection_id as protectionId'])
    .execute();
  if (rows.length > 0) return rows;
  for (let i = 0; i < quietProtections; i++) {
    const tagId = await makeTag(db);
    const twinId = await makeTwin(db, {
      aliases: [{ name: 'Temperature', type: 'data_point', mappedTagId: tagId }],
    });
    const thresholds = [{ name: 'High', logic: '[Temperature] > 50', level: quietLevel }];
    await makeProtection(db, { twinId, thresholds });
  }
  return findOrCreateProtections(db);
}

/** The product still evaluates; what it locks in another order may be a deadlock. */
async function retryDeadlocks(remove: () => Promise<unknown>): Promise<void> {
  const isDeadlock = (error: { code?: string }) => error.code === '40P01';
  while (
    await remove().then(
      () => false,
      (error) => isDeadlock(error) || Promise.reject(error),
    )
  );
}
