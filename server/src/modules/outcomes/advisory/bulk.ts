import type {
  AdvisoryBulkChange,
  AdvisoryBulkTransition,
} from '@twinward/contracts/advisories/advisory-bulk';
import { transitionProblems } from '@twinward/domain/rules/advisory';
import type { Actor, Doer } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import { type CommandCall, type CommandHandler, startCommand } from '../../jobs/command/service.ts';
import { transitionIn } from './transition.ts';
import { updateAdvisoryIn } from './write.ts';

/** The stored input of the command. Permissions are those of the actor at the time of the request. */
type BulkInput = (AdvisoryBulkTransition | AdvisoryBulkChange) & { actor: Omit<Doer, 'tenant'> };

const verbs = {
  submit: 'Submit',
  approve: 'Approve',
  reject: 'Reject',
  revise: 'Revise',
  cancel: 'Cancel',
  close: 'Close',
  reopen: 'Reopen',
} as const;

/** Starts a command that changes the state of each advisory. @returns its id. @throws AppError `invalid-request`. */
export async function startBulk(actor: Actor, call: AdvisoryBulkTransition): Promise<string> {
  refuseProblems(transitionProblems(call));
  return start(actor, call.transition, verbs[call.transition], call);
}

/** Starts a command that sets fields of each advisory. @returns its id. */
export const startBulkChange = (actor: Actor, call: AdvisoryBulkChange): Promise<string> =>
  start(actor, 'change', 'Change', call);

async function start(
  actor: Actor,
  targetId: string,
  verb: string,
  call: AdvisoryBulkTransition | AdvisoryBulkChange,
): Promise<string> {
  const { userId, userName, isAdmin, groups, recordTypes } = actor;
  const advisoryIds = [...new Set(call.advisoryIds)];
  const count = advisoryIds.length;
  return withTransaction(actor.tenant.db, (db) =>
    startCommand(db, {
      type: 'change-advisories',
      targetType: 'advisories',
      targetId,
      targetName: `${verb} ${count} ${count === 1 ? 'advisory' : 'advisories'}`,
      input: {
        ...call,
        advisoryIds,
        actor: { userId, userName, isAdmin, groups, recordTypes },
      } satisfies BulkInput,
      createdBy: userId,
    }),
  );
}

const maximumReasons = 20;

interface BulkResult extends Record<string, unknown> {
  done: number;
  changed: number;
  refused: number;
  /** The first errors, by advisory. */
  reasons: { advisoryId: number; message: string }[];
}

/** Executes commands of type change-advisories: one transaction per advisory, including the counts. */
export const changeAdvisories: CommandHandler = { run };

async function run({
  tenant,
  input,
  resumed,
  transaction,
  progress,
}: CommandCall): Promise<Record<string, unknown>> {
  const { advisoryIds, actor, ...call } = input as unknown as BulkInput;
  const doer: Doer = { ...actor, tenant };
  let result: BulkResult = (resumed as BulkResult | null) ?? { done: 0, changed: 0, refused: 0, reasons: [] };
  for (const advisoryId of advisoryIds.slice(result.done)) {
    const done = result.done + 1;
    const percent = (100 * done) / advisoryIds.length;
    try {
      const changed = { ...result, done, changed: result.changed + 1 };
      await transaction(async (db) => {
        if ('change' in call) await updateAdvisoryIn(db, doer, advisoryId, call.change);
        else await transitionIn(db, doer, advisoryId, call);
        await progress(db, percent, changed);
      });
      result = changed;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const reasons = [...result.reasons, { advisoryId, message: error.message }].slice(0, maximumReasons);
      result = { ...result, done, refused: result.refused + 1, reasons };
      await transaction((db) => progress(db, percent, result));
    }
  }
  return result;
}
