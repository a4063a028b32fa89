import type { LiveEvent } from '@twinward/contracts/core/event';
import pg from 'pg';
import { expect } from 'vitest';
import type { Db } from '../../platform/database/database.ts';
import type { Method, TestApp } from '../app.ts';
import { type CommandHandlers, runCommand } from '../commands.ts';
import { toForm, type UploadedFile } from '../form.ts';
import { published } from './table.ts';

// biome-ignore lint/suspicious/noExplicitAny: the answer of any call
type Answer = any;

interface How {
  /** An administrator unless given. */
  headers?: Record<string, string>;
  /** Sent as a form, in place of a body. */
  file?: UploadedFile;
}

/** Makes calls and expects of each the event that the table names. */
export interface Writer {
  server: TestApp;
  db: Db;
  /** Every call that was made so far, as the table has it. */
  made: ReadonlySet<string>;
  /** Makes a call; the ids take the places of the path's parameters, in order. @returns the answer */
  write(route: string, ids?: readonly (number | string)[], body?: unknown, how?: How): Promise<Answer>;
  /** Makes a call that only reads. */
  ask(method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Lets the server listen, from the first call on. @returns its address */
  listen(): Promise<string>;
  /** Carries out a command that was started. */
  carryOut(commandId: string, handlers: Partial<CommandHandlers>): Promise<void>;
  /** The first body of each route that was sent one. */
  readonly bodies: ReadonlyMap<string, unknown>;
  /** What was published since the latest call. */
  heard(): readonly LiveEvent[];
  close(): Promise<void>;
}

export async function createWriter(server: TestApp, admin: Record<string, string>): Promise<Writer> {
  let heard: LiveEvent[] = [];
  const made = new Set<string>();
  const bodies = new Map<string, unknown>();
  const listener = new pg.Client({ connectionString: server.tenant.connectionString });
  await listener.connect();
  listener.on('notification', ({ payload }) => heard.push(JSON.parse(payload!).event));
  await listener.query('listen twinward_events');
  let listening: Promise<string> | null = null;
  return {
    server,
    listen() {
      listening ??= server.app.listen({ port: 0, host: '127.0.0.1' });
      return listening;
    },
    db: server.tenant.db,
    made,
    bodies,
    async write(route, ids = [], body, { headers = admin, file } = {}) {
      const [method, path] = route.split(' ') as [Method, string];
      expect(published[route], route).toBeDefined();
      const rest = [...ids];
      const url = path.replaceAll(/:\w+/g, () => String(rest.shift()));
      heard = [];
      const answer = await (file === undefined
        ? server.ask(method, url, headers, body)
        : server.app.inject({ method, url, ...toForm(file, headers) }));
      expect(answer.statusCode, `${route}: ${answer.body}`).toBeLessThan(300);
      const kinds = () => heard.map((event) => (event.type === 'changed' ? event.kind : event.type));
      await expect.poll(kinds, { message: route, timeout: 15_000 }).toContain(published[route]);
      made.add(route);
      if (body !== undefined && !bodies.has(route)) bodies.set(route, body);
      return answer.body === '' ? null : answer.json();
    },
    async ask(method, url, body, headers = admin) {
      const answer = await server.ask(method, url, headers, body);
      expect(answer.statusCode, `${method} ${url}: ${answer.body}`).toBeLessThan(300);
      return answer.body === '' ? null : answer.json();
    },
    carryOut: (commandId, handlers) => runCommand(server.tenant, handlers, commandId),
    heard: () => heard,
    close: () => listener.end(),
  };
}
