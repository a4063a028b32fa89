import { Readable } from 'node:stream';
import { hasAccess } from '@twinward/contracts/access/access';
import type { PackageExport, PackageSelection } from '@twinward/contracts/library/package';
import { compareTexts } from '@twinward/domain/exchange/json';
import { assertAccess } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import type { Tenant } from '../../../platform/database/tenants.ts';
import { AppError } from '../../../platform/errors.ts';
import { withSmallHeap } from '../../../platform/process/small-heap.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  type CommandCall,
  type CommandHandler,
  getCommand,
  startOwnCommand,
  writeResultFile,
} from '../../jobs/command/service.ts';
import { hasUpload, readUpload, writeZip, type ZipFile } from '../../system/file/service.ts';
import { toActor, toKindCall } from './actor.ts';
import type { OnStep } from './apply.ts';
import { createProgress } from './check.ts';
import { getPublicKey } from './key.ts';
import type { KindCall, PackageKind } from './kind.ts';
import { findKind, packageKinds } from './kinds/index.ts';
import { groupByKind, toPages } from './plan.ts';
import { type CreateFile, type Place, RecordFile, withFiles } from './record-file.ts';
import { selectKeys } from './store.ts';
import { type KindRecords, packageFiles, toRecordText } from './write-package.ts';

/** Maximum number of records that a result lists. */
const maximumNamed = 500;
/** Share of the progress for reading the records; the rest is for writing the file. */
const shareOfReading = 0.9;

interface ExportInput {
  selection: PackageSelection;
  userId: number;
}

/** @throws AppError `invalid-request` for an unknown kind; `forbidden` for one that the actor may not write. */
export function assertSelection(actor: Actor, selection: PackageSelection): void {
  refuseProblems(
    selection.flatMap(({ kind }, place) =>
      findKind(kind) ? [] : [{ path: `selection.${place}.kind`, message: `There is no kind '${kind}'.` }],
    ),
  );
  for (const { kind } of selection) assertAccess(actor, findKind(kind)!.access);
}

/**
 * Starts a command that writes a package.
 * @returns its id.
 * @throws AppError like `assertSelection`.
 */
export function startExport(actor: Actor, selection: PackageSelection): Promise<string> {
  assertSelection(actor, selection);
  const { tenant, userId } = actor;
  return startOwnCommand(actor, {
    type: 'export-package',
    targetType: 'exchange',
    targetId: tenant.name,
    targetName: tenant.name,
    input: { selection, userId } satisfies ExportInput,
  });
}

/**
 * Opens the package of the user's export.
 * @throws AppError `not-found` before it is done, and after a day.
 */
export async function openExport(
  actor: Actor,
  commandId: string,
): Promise<{ fileName: string; content: Readable }> {
  const { db } = actor.tenant;
  const { type, status, result } = await getCommand(actor, commandId);
  if (type !== 'export-package' || status !== 'done' || !(await hasUpload(db, commandId)))
    throw new AppError('not-found', 'File not found. Files are kept for one day.');
  const { fileName } = result as PackageExport;
  return { fileName, content: Readable.from(readUpload(db, commandId), { objectMode: false }) };
}

/** Executes commands of type export-package. An interrupted run starts over. */
export const exportPackage: CommandHandler = { run };

async function run(call: CommandCall): Promise<PackageExport> {
  const { selection, userId } = call.input as unknown as ExportInput;
  // Creates the key on first use, since the transaction below is read-only.
  await call.transaction((db) => getPublicKey({ ...call.tenant, db }));
  const write = (create: CreateFile) =>
    inSnapshot(call.tenant, userId, async (kindCall) => {
      const texts = new RecordFile(await create('records'));
      const onProgress = createProgress(call);
      const gathered = await gather(kindCall, selection, texts, (share) =>
        onProgress(shareOfReading * share),
      );
      const counted = { records: 0 };
      const files = exportFiles(kindCall, gathered, texts, counted);
      await writeResultFile(call, writeZip(files), () => {
        const share = counted.records / Math.max(1, gathered.total);
        return {
          percent: Math.min(99, 100 * (shareOfReading + (1 - shareOfReading) * share)),
          result: { records: counted.records },
        };
      });
      return toResult(call.tenant, gathered);
    });
  return withSmallHeap(() => withFiles(write));
}

/** Runs work on one snapshot of the database, with the rights of a user. */
export function inSnapshot<T>(
  tenant: Tenant,
  userId: number,
  work: (call: KindCall) => Promise<T>,
): Promise<T> {
  return tenant.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db: Db) => work(toKindCall(await toActor(tenant, db, userId))));
}

/** A record of a package. */
interface GatheredRecord {
  /** The record that needs it; null if it was chosen. */
  neededBy: string | null;
  /** Place of its text on disk; null until it is read, and if it does not exist. */
  place: Place | null;
}

/** The records of a package, by kind and key. */
interface Gathered {
  keys: Map<PackageKind, Map<string, GatheredRecord>>;
  leftOut: PackageExport['leftOut'];
  total: number;
}

/**
 * Reads the chosen records and all that they need, each once, and writes their texts to a file.
 * @param onPage is called with the share of the known records that have been read, 0 to 1
 * @throws AppError `invalid-request` for an unknown key.
 */
async function gather(
  call: KindCall,
  selection: PackageSelection,
  texts: RecordFile,
  onPage: OnStep,
): Promise<Gathered> {
  const gathered: Gathered = {
    keys: new Map(packageKinds.map((kind) => [kind, new Map()])),
    leftOut: [],
    total: 0,
  };
  const exportable = new Map<PackageKind, Set<string>>();
  const getKeys = async (kind: PackageKind) => {
    const known = exportable.get(kind) ?? new Set(await selectKeys(call.actor.tenant.db, kind.name));
    exportable.set(kind, known);
    return known;
  };
  let waiting: { kind: PackageKind; key: string }[] = [];
  const add = (kind: PackageKind, key: string, neededBy: string | null) => {
    const own = gathered.keys.get(kind)!;
    if (own.has(key)) return;
    own.set(key, { neededBy, place: null });
    waiting.push({ kind, key });
  };
  for (const [place, { kind: name, keys }] of selection.entries()) {
    const kind = findKind(name)!;
    const known = await getKeys(kind);
    const unknown = keys?.find((key) => !known.has(key));
    if (unknown !== undefined)
      refuseProblems([{ path: `selection.${place}.keys`, message: `There is no '${unknown}'.` }]);
    for (const key of keys ?? known) add(kind, key, null);
    if (keys === null)
      for (const one of (await kind.listUnnamed?.(call, maximumNamed)) ?? [])
        gathered.leftOut.push({ kind: kind.name, ...one });
  }
  let read = 0;
  while (waiting.length > 0) {
    const round = groupByKind(waiting);
    waiting = [];
    let left = 0;
    for (const own of round.values()) left += own.length;
    for (const [kind, own] of round) {
      const keys = own.map(({ key }) => key);
      for (const page of toPages(keys, kind.pageSize)) {
        const refused = (await kind.listRefused?.(call, page)) ?? new Map<string, string>();
        for (const [key, reason] of refused) {
          gathered.keys.get(kind)!.delete(key);
          gathered.leftOut.push({ kind: kind.name, key, reason });
        }
        const records = await kind.read(
          call,
          page.filter((key) => !refused.has(key)),
        );
        for (const key of page) {
          const record = records.get(key);
          if (record === undefined) continue;
          gathered.keys.get(kind)!.get(key)!.place = await texts.add(toRecordText(record));
          for (const reference of kind.listReferences(record)) {
            const needed = findKind(reference.kind);
            if (!needed || !(await getKeys(needed)).has(reference.key)) continue;
            if (hasAccess(call.actor, needed.access)) add(needed, reference.key, `${kind.name} ${key}`);
          }
        }
        read += page.length;
        left -= page.length;
        await onPage(read / (read + left + waiting.length));
      }
    }
  }
  for (const keys of gathered.keys.values()) gathered.total += keys.size;
  return gathered;
}

/**
 * The files of the package of these records.
 * @param counted counts them as they are written
 */
function exportFiles(
  { actor }: KindCall,
  { keys, leftOut }: Gathered,
  texts: RecordFile,
  counted: { records: number },
): AsyncGenerator<ZipFile> {
  const kinds: KindRecords[] = [...keys]
    .filter(([, own]) => own.size > 0)
    .map(([kind, own]) => ({ kind: kind.name, records: readTexts(own, texts, counted) }));
  return packageFiles(actor.tenant, kinds, { leftOut: leftOut.slice(0, maximumNamed) });
}

/** The texts of records, by key. */
async function* readTexts(
  records: ReadonlyMap<string, GatheredRecord>,
  texts: RecordFile,
  counted: { records: number },
): AsyncGenerator<string> {
  const sorted = [...records].sort(([one], [other]) => compareTexts(one, other));
  for (const page of toPages(sorted.flatMap(([, { place }]) => place ?? []))) {
    for (const text of await texts.readAll(page)) {
      counted.records += 1;
      yield text;
    }
  }
}

function toResult({ name }: Pick<Tenant, 'name'>, { keys, leftOut }: Gathered): PackageExport {
  const kinds = [...keys].filter(([, own]) => own.size > 0);
  const added = kinds.flatMap(([kind, own]) =>
    [...own].flatMap(([key, { neededBy }]) =>
      neededBy === null ? [] : [{ kind: kind.name, key, neededBy }],
    ),
  );
  return {
    fileName: `${name}-${new Date().toISOString().slice(0, 10)}.zip`,
    kinds: kinds.map(([kind, own]) => {
      const addedCount = [...own.values()].filter(({ neededBy }) => neededBy !== null).length;
      return { kind: kind.name, caption: kind.caption, chosen: own.size - addedCount, added: addedCount };
    }),
    added: added.slice(0, maximumNamed),
    leftOut: leftOut.slice(0, maximumNamed),
  };
}
