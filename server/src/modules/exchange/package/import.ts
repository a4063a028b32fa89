import { insufficientPrivilege } from '@twinward/contracts/core/error';
import type { PackageCheck, startPackageImport } from '@twinward/contracts/library/package';
import { compareTexts, toStableJson } from '@twinward/domain/exchange/json';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import {
  type CommandCall,
  type CommandHandler,
  getCommand,
  getCommandInput,
  startOwnCommand,
} from '../../jobs/command/service.ts';
import { EntityAudit } from '../../system/audit/service.ts';
import { createZip, hasUpload, readUpload } from '../../system/file/service.ts';
import { toActor, toKindCall } from './actor.ts';
import { applyPlan, type OnStep } from './apply.ts';
import { type CheckInput, createProgress } from './check.ts';
import { calculateHash } from './format.ts';
import { insertImport, selectConflicts, selectImportOfCommand } from './import-store.ts';
import type { KindCall, PackageKind, Reference } from './kind.ts';
import { notifyOfImport } from './notices.ts';
import { createPlan, groupByKind, type Plan, toPages } from './plan.ts';
import { type OpenPackage, withPackage } from './read-package.ts';
import { packageFiles, toRecordText } from './write-package.ts';

const audit = new EntityAudit('package');

type ImportOptions = z.infer<typeof startPackageImport.body>;

interface ImportInput extends CheckInput {
  checkId: string;
  options: ImportOptions;
}

interface ImportResult extends Record<string, unknown> {
  importId: number;
  created: number;
  updated: number;
}

/**
 * Starts a command that imports a checked package.
 * @throws AppError `not-found` without such a check of the actor; `forbidden` if a user who is not an administrator
 *   trusts a signature; `conflict` if the package has problems, or needs a choice that was not made.
 */
export async function startImport(actor: Actor, checkId: string, options: ImportOptions): Promise<string> {
  const { tenant, userId } = actor;
  const { type, status, result } = await getCommand(actor, checkId);
  if (type !== 'check-package' || status !== 'done') throw new AppError('not-found', 'Check not found.');
  assertAllowed(actor, result as PackageCheck, options);
  const input = (await getCommandInput(tenant.db, checkId)) as unknown as CheckInput;
  if (!(await hasUpload(tenant.db, input.fileId)))
    throw new AppError('not-found', 'The package was kept for one day only. Please upload it again.');
  return startOwnCommand(actor, {
    type: 'import-package',
    targetType: 'exchange',
    targetId: tenant.name,
    targetName: input.fileName,
    input: { ...input, userId, checkId, options } satisfies ImportInput,
  });
}

/** @throws AppError like `startImport`. */
function assertAllowed(
  actor: Pick<Actor, 'isAdmin'>,
  check: Pick<PackageCheck, 'problems' | 'counts' | 'missingUsers' | 'signature'>,
  { trust, leaveOutConflicts, leaveOutUsers }: ImportOptions,
): void {
  const refuse = (message: string): never => {
    throw new AppError('conflict', message);
  };
  const [problem] = check.problems;
  if (problem) refuse(`${problem.place}: ${problem.message}`);
  if (check.signature !== 'own' && !trust)
    refuse(
      'The package is not signed by this database. Please check its key, and confirm that you trust it.',
    );
  if (check.signature !== 'own' && !actor.isAdmin) throw new AppError('forbidden', insufficientPrivilege);
  if (check.counts.conflict > 0 && !leaveOutConflicts)
    refuse(`${check.counts.conflict} records are in conflict. Please confirm that they are skipped.`);
  if (check.missingUsers.length > 0 && !leaveOutUsers)
    refuse(
      `These users do not exist here: ${check.missingUsers.slice(0, 20).join(', ')}. Please confirm that they are skipped.`,
    );
}

/** Executes commands of type import-package. Committed work is not repeated. */
export const importPackage: CommandHandler = { run, clean: notifyOfImport };

async function run(call: CommandCall): Promise<ImportResult> {
  const input = call.input as unknown as ImportInput;
  const { tenant, commandId } = call;
  const done = await selectImportOfCommand(tenant.db, commandId);
  if (done) return { importId: done.id, created: done.created, updated: done.updated };
  const left = await selectConflicts(tenant.db, input.checkId);
  return withPackage(readUpload(tenant.db, input.fileId), tenant.db, (opened) =>
    call.transaction(async (db) => {
      const { startPatterns } = input.options;
      const kindCall = toKindCall(await toActor(tenant, db, input.userId), { startPatterns });
      return importOpened(kindCall, opened, {
        commandId,
        fileName: input.fileName,
        options: input.options,
        leftOut: left,
        onStep: createProgress(call),
      });
    }),
  );
}

/**
 * Imports a package in the open transaction, and stores what undoes the import.
 * @param leftOut records that a check found in conflict
 * @throws AppError of the first record that cannot be written.
 */
async function importOpened(
  call: KindCall,
  opened: OpenPackage,
  {
    commandId,
    fileName,
    options,
    leftOut,
    onStep,
  }: {
    commandId: string;
    fileName: string;
    options: ImportOptions;
    leftOut: readonly Reference[];
    onStep: OnStep;
  },
): Promise<ImportResult> {
  const { actor } = call;
  const { db } = actor.tenant;
  const excluded = new Set(leftOut.map((reference) => opened.names.toNumber(reference)));
  const chosen = { ...opened, records: opened.records.filter(({ number }) => !excluded.has(number)) };
  const plan = await createPlan(call, chosen);
  assertAllowed(
    actor,
    {
      problems: [...opened.problems, ...plan.problems],
      signature: opened.signature,
      missingUsers: plan.missingUsers,
      counts: { create: 0, update: 0, skip: 0, conflict: plan.records.filter(isConflict).length },
    },
    { ...options, leaveOutConflicts: false },
  );
  const inverse = await createInverse(call, plan);
  await applyPlan(call, chosen, plan, onStep);
  const counts = {
    created: plan.records.filter(({ action }) => action === 'create').length,
    updated: plan.records.filter(({ action }) => action === 'update').length,
  };
  const importId = await insertImport(db, {
    command_id: commandId,
    file_name: fileName,
    source: opened.manifest.source,
    public_key: opened.publicKey,
    imported_by: actor.userId,
    ...counts,
    inverse,
    after: JSON.stringify(await hashRecords(call, toKeys(plan))),
  });
  await audit.record(
    db,
    actor,
    'create',
    { id: importId, name: fileName },
    {
      new: {
        source: opened.manifest.source,
        signature: opened.signature,
        publicKey: opened.publicKey,
        ...counts,
        leftOut: leftOut.length,
      },
    },
  );
  return { importId, ...counts };
}

const isConflict = ({ action }: { action: string }): boolean => action === 'conflict';

/** Creates the package that undoes the writes of a plan. */
async function createInverse(call: KindCall, plan: Plan): Promise<Buffer> {
  const updated = plan.records.flatMap(({ packed, action }) => (action === 'update' ? [packed] : []));
  const created = plan.steps.filter(({ planned, part }) => planned.action === 'create' && part !== 'rest');
  const deletes = created
    .map(({ planned: { packed } }) => ({ kind: packed.kind.name, key: packed.key }))
    .reverse();
  const kinds = [...groupByKind(updated)].map(([kind, own]) => ({
    kind: kind.name,
    records: readTexts(call, kind, own.map(({ key }) => key).sort(compareTexts)),
  }));
  return createZip(packageFiles(call.actor.tenant, kinds, { deletes }));
}

/** Reads the records with these keys, in their order, as texts of a package. */
async function* readTexts(
  call: KindCall,
  kind: PackageKind,
  keys: readonly string[],
): AsyncGenerator<string> {
  for (const page of toPages(keys, kind.pageSize)) {
    const records = await kind.read(call, page);
    for (const key of page) if (records.has(key)) yield toRecordText(records.get(key));
  }
}

function toKeys(plan: Plan): Map<PackageKind, string[]> {
  const keys = new Map<PackageKind, string[]>();
  for (const { planned, part } of plan.steps) {
    if (part === 'rest') continue;
    const { kind, key } = planned.packed;
    const own = keys.get(kind);
    if (own) own.push(key);
    else keys.set(kind, [key]);
  }
  return keys;
}

/** Returns the SHA-256 of the current records, by kind and key; records that no longer exist are omitted. */
export async function hashRecords(
  call: KindCall,
  keys: ReadonlyMap<PackageKind, readonly string[]>,
): Promise<Record<string, Record<string, string>>> {
  const hashes: Record<string, Record<string, string>> = {};
  for (const [kind, own] of keys) {
    const found: [string, string][] = [];
    for (const page of toPages(own, kind.pageSize))
      for (const [key, record] of await kind.read(call, page))
        found.push([key, calculateHash(toStableJson(record))]);
    hashes[kind.name] = Object.fromEntries(found);
  }
  return hashes;
}
