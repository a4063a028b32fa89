import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageFormat } from '../modules/exchange/package/service.ts';
import { createZip, openZip, ReadingTime } from '../modules/system/file/service.ts';
import { ClientError } from './client.ts';

const { toFileName, calculateHash, manifestName, signatureName } = packageFormat;

/** Writes the files of a package to a folder, and removes those of kinds that it no longer has. */
export async function unpack(archive: string, folder: string): Promise<void> {
  const file = await open(archive);
  try {
    const zip = await openZip(file, new ReadingTime(), 'The package is damaged.');
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder))
      if (name.endsWith('.json') && !zip.has(name)) await rm(join(folder, name));
    for (const name of zip.names) {
      if (!/^[\w-]+\.json$/.test(name)) throw new ClientError(`The package holds '${name}'.`);
      await writeFile(join(folder, name), zip.read(name));
    }
  } finally {
    await file.close();
  }
}

/**
 * The package of a folder. Where its files were edited, the manifest is made to fit, and the signature is left out.
 * @returns whether they were edited
 */
export async function pack(folder: string): Promise<{ content: Buffer; isEdited: boolean }> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  if (!names.includes(manifestName))
    throw new ClientError(`${folder} is no package: it has no ${manifestName}.`);
  const files = new Map<string, Buffer>();
  for (const name of names) files.set(name, await readFile(join(folder, name)));
  const before = files.get(manifestName)!.toString();
  const manifest = JSON.parse(before) as { kinds: { kind: string; count: number; sha256: string }[] };
  const kinds = names
    .filter((name) => name !== manifestName && name !== signatureName)
    .map((name) => {
      const kind = name.slice(0, -'.json'.length);
      const bytes = files.get(toFileName(kind))!;
      return { kind, count: countRecords(name, bytes), sha256: calculateHash(bytes) };
    });
  const isEdited = JSON.stringify(sorted(kinds)) !== JSON.stringify(sorted(manifest.kinds));
  if (isEdited) {
    files.set(manifestName, Buffer.from(JSON.stringify({ ...manifest, kinds })));
    files.delete(signatureName);
  }
  async function* once(bytes: Buffer) {
    yield bytes;
  }
  const contents = [...files].map(([name, bytes]) => ({ name, content: once(bytes) }));
  return { content: await createZip(contents), isEdited };
}

function countRecords(name: string, bytes: Buffer): number {
  try {
    return (JSON.parse(bytes.toString()) as unknown[]).length;
  } catch (cause) {
    throw new ClientError(`${name} is no valid JSON.`, { cause });
  }
}

const sorted = (kinds: readonly { kind: string; count: number; sha256: string }[]) =>
  kinds
    .map(({ kind, count, sha256 }) => ({ kind, count, sha256 }))
    .sort((one, other) => (one.kind < other.kind ? -1 : 1));
