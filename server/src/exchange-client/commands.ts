import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type {
  Exchange,
  PackageCheck,
  PackageExport,
  PackageRow,
  PackageSelection,
} from '@twinward/contracts/library/package';
import { ClientError, type ExchangeClient } from './client.ts';
import { pack, unpack } from './folder.ts';

/** Prints a line. */
type Print = (line: string) => void;

interface ImportFlags {
  trust: boolean;
  leaveOutConflicts: boolean;
  leaveOutUsers: boolean;
  startPatterns: boolean;
}

/**
 * Exports to a .zip file, or else to a folder.
 * @param chosen `kind` for all records of a kind, `kind:key` for one; none for everything
 */
export async function exportTo(
  client: ExchangeClient,
  target: string,
  chosen: readonly string[],
  print: Print,
): Promise<void> {
  const selection = chosen.length > 0 ? toSelection(chosen) : await everything(client);
  const started = await client.call<{ commandId: string }>('POST', '/api/exchange/exports', { selection });
  const { kinds, leftOut } = await client.finish<PackageExport>(started);
  const file = await client.send('GET', `/api/exchange/exports/${started.commandId}`);
  await inTemporary(async (directory) => {
    const archive = target.endsWith('.zip') ? target : join(directory, 'package.zip');
    await writeFile(archive, file.body as unknown as AsyncIterable<Uint8Array>);
    if (archive !== target) await unpack(archive, target);
  });
  for (const { caption, chosen: own, added } of kinds)
    print(`${caption}: ${own} chosen, ${added} taken along`);
  printLeftOut(leftOut, print);
  print(`Written to ${target}`);
}

function printLeftOut(leftOut: PackageExport['leftOut'], print: Print): void {
  for (const { kind, key, reason } of leftOut) print(`Left out: ${kind} ${key}: ${reason}`);
}

/** @throws ClientError for a choice that names no kind. */
export function toSelection(chosen: readonly string[]): PackageSelection {
  const keys = new Map<string, string[] | null>();
  for (const one of chosen) {
    const [, kind, key] = /^([^:]+)(?::(.+))?$/s.exec(one) ?? [];
    if (kind === undefined) throw new ClientError(`'${one}' is no choice: write kind or kind:key.`);
    const known = keys.get(kind);
    if (key === undefined || known === null) keys.set(kind, null);
    else keys.set(kind, [...(known ?? []), key]);
  }
  return [...keys].map(([kind, own]) => ({ kind, keys: own }));
}

async function everything(client: ExchangeClient): Promise<PackageSelection> {
  const { kinds } = await client.call<Exchange>('GET', '/api/exchange');
  return kinds.filter(({ mayUse }) => mayUse).map(({ kind }) => ({ kind, keys: null }));
}

/** Checks a file or folder and says what an import would do. @returns the id of the check, and its result. */
export async function check(
  client: ExchangeClient,
  path: string,
  print: Print,
): Promise<{ commandId: string; result: PackageCheck }> {
  const started = await client.upload('/api/exchange/checks', await readContent(path, print), toName(path));
  const result = await client.finish<PackageCheck>(started);
  const { counts, problems, missingUsers, signature, leftOut } = result;
  printLeftOut(leftOut, print);
  for (const { place, message } of problems) print(`Problem: ${place}: ${message}`);
  for (let page = 1; page <= Math.ceil(counts.conflict / 1000); page++) {
    const url = `/api/exchange/checks/${started.commandId}/rows?action=conflict&page-size=1000&page-number=${page}`;
    for (const row of await client.call<PackageRow[]>('GET', url))
      print(`Conflict: ${row.kind} ${row.key}: ${row.message}`);
  }
  if (missingUsers.length > 0) print(`Users who are not here: ${missingUsers.join(', ')}`);
  print(`Signature: ${signature}`);
  print(
    `${counts.create} to create, ${counts.update} to update, ${counts.skip} unchanged, ${counts.conflict} in conflict`,
  );
  return { ...started, result };
}

/** Checks and imports a file or folder. */
export async function importFrom(
  client: ExchangeClient,
  path: string,
  flags: ImportFlags,
  print: Print,
): Promise<void> {
  const { commandId } = await check(client, path, print);
  const url = `/api/exchange/checks/${commandId}/import`;
  const done = await client.finish<{ importId: number; created: number; updated: number }>(
    await client.call('POST', url, flags),
  );
  print(`Import ${done.importId}: ${done.created} created, ${done.updated} updated`);
}

async function readContent(path: string, print: Print): Promise<Blob> {
  const found = await stat(path).catch((cause: Error) => {
    throw new ClientError(`${path} can’t be read.`, { cause });
  });
  if (!found.isDirectory()) return openAsBlob(path);
  const { content, isEdited } = await pack(path);
  if (isEdited) print('The files were edited: they are sent without a signature.');
  return new Blob([new Uint8Array(content)]);
}

const toName = (path: string): string => {
  const name = basename(path);
  return name.endsWith('.zip') ? name : `${name}.zip`;
};

async function inTemporary<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = await mkdtemp(join(tmpdir(), 'twinward-exchange-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
