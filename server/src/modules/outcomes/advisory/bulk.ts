import type {
  AdvisoryBulkChange,
  AdvisoryBulkTransition,
} from '@twinward/contracts/advisories/advisory-bulk';
import { transitionProblems } from '@twinward/domain/rules/advisory';
import type { Actor, Doer } from '../../../platform/actor.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import {
  type CommandCall,
  type CommandHandler,
  changeEach,
  startOwnCommand,
} from '../../jobs/command/service.ts';
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
  return startOwnCommand(actor, {
    type: 'change-advisories',
    targetType: 'advisories',
    targetId,
    targetName: `${verb} ${count} ${count === 1 ? 'advisory' : 'advisories'}`,
    input: {
      ...call,
      advisoryIds,
      actor: { userId, userName, isAdmin, groups, recordTypes },
    } satisfies BulkInput,
  });
}

/** Executes commands of type change-advisories: one transaction per advisory, including the counts. */
export const changeAdvisories: CommandHandler = { run };

function run(call: CommandCall): Promise<Record<string, unknown>> {
  const { advisoryIds, actor, ...wanted } = call.input as unknown as BulkInput;
  const doer: Doer = { ...actor, tenant: call.tenant };
  return changeEach(
    call,
    advisoryIds,
    async (db, advisoryId) => {
      if ('change' in wanted) await updateAdvisoryIn(db, doer, advisoryId, wanted.change);
      else await transitionIn(db, doer, advisoryId, wanted);
    },
    (advisoryId, message) => ({ advisoryId, message }),
  );
}
