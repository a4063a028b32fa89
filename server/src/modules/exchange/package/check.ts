import type { PackageCheck } from '@twinward/contracts/library/package';
import type { Difference } from '@twinward/domain/exchange/json';
import type { Actor } from '../../../platform/actor.ts';
import type { FileContent } from '../../../platform/http/upload-form.ts';
import { type CommandCall, type CommandHandler, startOwnCommand } from '../../jobs/command/service.ts';
import { readUpload, storeUpload } from '../../system/file/service.ts';
import { toActor, toKindCall } from './actor.ts';
import { tryPlan } from './apply.ts';
import { deleteRows, insertRows, type RowFields } from './import-store.ts';
import type { KindCall } from './kind.ts';
import { createPlan, type Plan, type PlannedRecord, toPages } from './plan.ts';
import { type OpenPackage, withPackage } from './read-package.ts';

/** The stored input of a check. An import of the check reads the same file. */
export interface CheckInput {
  fileId: string;
  fileName: string;
  userId: number;
}

/**
 * Stores an uploaded package and starts a command that checks it.
 * @returns the id of the command.
 */
export function startCheck(
  { tenant, userId }: Actor,
  { fileName, content }: { fileName: string; content: FileContent },
): Promise<string> {
  return storeUpload(tenant.db, content, '256 MB', (fileId) =>
    startOwnCommand(
      { tenant, userId },
      {
        type: 'check-package',
        targetType: 'exchange',
        targetId: tenant.name,
        targetName: fileName,
        input: { fileId, fileName, userId } satisfies CheckInput,
      },
    ),
  );
}

/** Executes commands of type check-package. An interrupted run starts over. */
export const checkPackage: CommandHandler = { run };

async function run(call: CommandCall): Promise<PackageCheck> {
  const { fileId, fileName, userId } = call.input as unknown as CheckInput;
  const { tenant, commandId } = call;
  return withPackage(readUpload(tenant.db, fileId), tenant.db, async (opened) => {
    const plan = await tryInTransaction(opened, {
      transaction: (work) =>
        call.transaction(async (db) => work(toKindCall(await toActor(tenant, db, userId)))),
      onStep: createProgress(call),
    });
    await call.transaction((db) => deleteRows(db, commandId));
    let position = 0;
    for (const page of toPages(plan.records, 1000)) {
      const rows = await toRows(opened, page);
      await call.transaction((db) => insertRows(db, commandId, position, rows));
      position += page.length;
    }
    return toResult(fileName, opened, plan);
  });
}

/** Records the progress at most twice a second, in a transaction separate from that of the import. */
export function createProgress({ transaction, progress }: Pick<CommandCall, 'transaction' | 'progress'>) {
  let last = 0;
  return async (share: number): Promise<void> => {
    if (Date.now() - last < 500) return;
    last = Date.now();
    await transaction((db) => progress(db, Math.min(99, 100 * share), {}));
  };
}

/** Thrown to roll the trial back; carries its plan. */
class Tried extends Error {
  readonly plan: Plan;
  constructor(plan: Plan) {
    super('A trial ends by rolling back.');
    this.plan = plan;
  }
}

/**
 * Imports a package in a transaction that is rolled back.
 * @returns the plan, with the conflicts found.
 */
async function tryInTransaction(
  opened: OpenPackage,
  {
    transaction,
    onStep,
  }: {
    transaction: (work: (call: KindCall) => Promise<void>) => Promise<void>;
    onStep: (share: number) => Promise<void>;
  },
): Promise<Plan> {
  try {
    await transaction(async (call) => {
      const plan = await createPlan(call, opened);
      if (opened.problems.length === 0) await tryPlan(call, opened, plan, onStep);
      throw new Tried(plan);
    });
  } catch (error) {
    if (error instanceof Tried) return error.plan;
    throw error;
  }
  throw new Error('A trial commits nothing.');
}

const longestMessage = 2000;

async function toRows(opened: OpenPackage, page: readonly PlannedRecord[]): Promise<RowFields[]> {
  const updates = page.flatMap(({ action, differences }) =>
    action === 'update' && differences !== null ? differences : [],
  );
  const kept = new Map((await opened.readStored(updates)).map((value, at) => [updates[at]!, value]));
  return page.map(({ packed, action, differences, message }) => ({
    kind: packed.kind.name,
    key: packed.key,
    action,
    differences: (kept.get(differences!) ?? []) as Difference[],
    message: message === null ? null : message.slice(0, longestMessage),
  }));
}

function toResult(fileName: string, opened: OpenPackage, plan: Plan): PackageCheck {
  const { source, createdAt, productVersion, leftOut } = opened.manifest;
  const counts = { create: 0, update: 0, skip: 0, conflict: 0 };
  for (const { action } of plan.records) counts[action] += 1;
  return {
    fileName,
    source,
    createdAt,
    productVersion,
    signature: opened.signature,
    publicKey: opened.publicKey,
    problems: [...opened.problems, ...plan.problems],
    counts,
    missingUsers: plan.missingUsers,
    leftOut,
  };
}
