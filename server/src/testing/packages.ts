import { buildVersion } from '@twinward/contracts/core/version';
import { toStableJson } from '@twinward/domain/exchange/json';
import { expect } from 'vitest';
import { checkPackage } from '../modules/exchange/package/check.ts';
import { exportPackage } from '../modules/exchange/package/export.ts';
import { calculateHash, manifestName, toFileName } from '../modules/exchange/package/format.ts';
import { importPackage } from '../modules/exchange/package/import.ts';
import { rollBackPackage } from '../modules/exchange/package/roll-back.ts';
import { createZip } from '../modules/system/file/service.ts';
import { createTestApp, type TestApp } from './app.ts';
import { runCommand } from './commands.ts';
import { makeSession } from './factories.ts';
import { toForm } from './form.ts';

export const packageHandlers = {
  'export-package': exportPackage,
  'check-package': checkPackage,
  'import-package': importPackage,
  'roll-back-package': rollBackPackage,
};

type Headers = Record<string, string>;
// biome-ignore lint/suspicious/noExplicitAny: the result of any command
type Command = { status: string; error: string | null; result: any };

/** An archive of these files, in their order. */
export function zipFiles(files: readonly (readonly [name: string, content: string | Buffer])[]) {
  async function* once(content: string | Buffer) {
    yield Buffer.from(content);
  }
  return createZip(files.map(([name, content]) => ({ name, content: once(content) })));
}

/** The files of an unsigned package of these records. @param manifest replaces fields of its manifest */
export function toPackageFiles(
  kinds: Record<string, readonly unknown[] | string>,
  manifest: Record<string, unknown> = {},
): [string, string][] {
  const contents = Object.entries(kinds).map(([kind, records]) => ({
    kind,
    count: typeof records === 'string' ? 0 : records.length,
    text: typeof records === 'string' ? records : toStableJson(records),
  }));
  const whole = {
    format: 'twinward-package',
    formatVersion: 1,
    productVersion: buildVersion,
    createdAt: '2026-01-01T00:00:00.000Z',
    source: 'elsewhere',
    kinds: contents.map(({ kind, count, text }) => ({ kind, count, sha256: calculateHash(text) })),
    ...manifest,
  };
  return [
    ...contents.map(({ kind, text }): [string, string] => [toFileName(kind), text]),
    [manifestName, JSON.stringify(whole)],
  ];
}

export const createPackage = (...contents: Parameters<typeof toPackageFiles>): Promise<Buffer> =>
  zipFiles(toPackageFiles(...contents));

/** Two databases, and an administrator of each who exports from the one and imports to the other. */
export async function openExchange() {
  const [source, target] = await Promise.all([createTestApp(), createTestApp()]);
  const admin = await makeSession(source.tenant.db, { isAdmin: true });
  const receiver = await makeSession(target.tenant.db, { isAdmin: true });
  return {
    source,
    target,
    admin,
    receiver,
    from: createExchange(source, admin),
    to: createExchange(target, receiver),
    async close(): Promise<void> {
      await Promise.all([source.close(), target.close()]);
    },
  };
}

/** Carries commands of packages out at once, as a user of an app. */
export function createExchange({ ask, app, tenant }: TestApp, headers: Headers) {
  const carryOut = async (commandId: string): Promise<Command & { commandId: string }> => {
    await runCommand(tenant, packageHandlers, commandId);
    return { commandId, ...(await ask('GET', `/api/commands/${commandId}`, headers)).json() };
  };
  const start = async (
    answer: Promise<{ statusCode: number; body: string; json(): { commandId: string } }>,
  ) => {
    const { statusCode, body, json } = await answer;
    expect(statusCode, body).toBe(202);
    return carryOut(json().commandId);
  };
  return {
    async export(selection: unknown): Promise<Command & { bytes: Buffer }> {
      const command = await start(ask('POST', '/api/exchange/exports', headers, { selection }));
      expect(command.error).toBeNull();
      const file = await ask('GET', `/api/exchange/exports/${command.commandId}`, headers);
      expect(file.statusCode).toBe(200);
      return { ...command, bytes: file.rawPayload };
    },
    check(content: Buffer, name = 'package.zip') {
      const form = toForm({ name, content }, headers);
      return start(app.inject({ method: 'POST', url: '/api/exchange/checks', ...form }));
    },
    async rows(commandId: string, query = '') {
      return (await ask('GET', `/api/exchange/checks/${commandId}/rows${query}`, headers)).json();
    },
    import(commandId: string, options: Record<string, boolean> = { trust: true }) {
      return start(ask('POST', `/api/exchange/checks/${commandId}/import`, headers, options));
    },
    rollBack: (id: number) => start(ask('POST', `/api/exchange/imports/${id}/roll-back`, headers)),
  };
}
