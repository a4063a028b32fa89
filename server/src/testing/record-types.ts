import type { RecordType } from '@twinward/contracts/records/record-type';
import { afterAll, beforeAll } from 'vitest';
import { indexFields } from '../modules/records/record/indexing.ts';
import { refreshRecords, removeFieldValues } from '../modules/records/record/refresh.ts';
import { createTestApp, type TestApp } from './app.ts';
import { runCommand } from './commands.ts';
import { makeSession } from './factories.ts';

/** Starts a server for the tests of a file, and returns calls by its administrator that define record types. */
export function useRecordTypes() {
  const shared = {} as { test: TestApp; admin: Record<string, string> };
  beforeAll(async () => {
    shared.test = await createTestApp();
    shared.admin = await makeSession(shared.test.tenant.db, { isAdmin: true });
  });
  afterAll(() => shared.test.close());

  const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) => {
    const answer = await shared.test.ask(method, url, shared.admin, body);
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() };
  };
  const get = async (name: string): Promise<RecordType> =>
    (await ask('GET', `/api/recordtypes/${name}`)).body;

  return {
    shared,
    ask,
    get,
    create: (body: object) => ask('POST', '/api/recordtypes', body),
    record: (type: string, fields: object) => ask('POST', `/api/records/${type}`, { fields }),
    /** Changes the given parts of a type. The API ignores the read-only parts of the response. */
    async change(name: string, parts: object) {
      const type = await get(name);
      return ask('PUT', `/api/recordtypes/${name}`, { ...type, ...parts });
    },
    /** Runs the queued commands for a type or field. */
    async carryOut(type: 'index-fields' | 'refresh-records' | 'remove-field', target: string): Promise<void> {
      const { tenant } = shared.test;
      const commands = await tenant.db
        .selectFrom('command')
        .select('id')
        .where('type', '=', type)
        .where('target_id', '=', target)
        .where('status', '=', 'queued')
        .execute();
      const handlers = {
        'index-fields': indexFields,
        'refresh-records': refreshRecords,
        'remove-field': removeFieldValues,
      };
      for (const { id } of commands) await runCommand(tenant, handlers, id);
    },
  };
}

/** The definition of a text field. */
export const textField = (name: string, more: object = {}) => ({
  name,
  caption: `The ${name}`,
  kind: 'text',
  ...more,
});
