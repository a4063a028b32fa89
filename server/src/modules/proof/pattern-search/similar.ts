import type { SimilarSearch, SimilarStretches } from '@twinward/contracts/protections/pattern-search';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { getCommand, getCommandInput, startOwnCommand } from '../../jobs/command/service.ts';
import { getPatternSet } from '../../protections/pattern-model/service.ts';
import { getProtection } from '../../protections/protection/service.ts';
import { listInputs } from './inputs.ts';

/** Input of a command of type find-similar. Times in epoch milliseconds. */
export interface SimilarInput extends SimilarSearch {
  setId: number;
}

/** Result of a command of type find-similar. */
export interface SimilarResult {
  stretches: SimilarStretches['stretches'];
}

const type = 'find-similar';

/**
 * Starts a search for stretches that are similar to a range.
 * @returns the id of the command
 * @throws AppError `not-found`; `conflict` for an input that can't be read.
 */
export async function startSimilar(actor: Actor, setId: number, search: SimilarSearch): Promise<string> {
  const { db } = actor.tenant;
  const { indicatorId } = await getPatternSet(db, setId);
  await listInputs(db, indicatorId);
  const { name } = await getProtection(db, indicatorId);
  return startOwnCommand(actor, {
    type,
    targetType: 'pattern-set',
    targetId: String(setId),
    targetName: name,
    input: { setId, ...search } satisfies SimilarInput,
  });
}

/**
 * Returns the results of a search.
 * @throws AppError `not-found`, also for a search on another set or of another user.
 */
export async function getSimilar(actor: Actor, setId: number, commandId: string): Promise<SimilarStretches> {
  const command = await getCommand(actor, commandId);
  if (command.type !== type || command.targetId !== String(setId)) {
    throw new AppError('not-found', 'Command not found.');
  }
  const { start, end } = (await getCommandInput(actor.tenant.db, commandId)) as unknown as SimilarInput;
  const { status, percent, error, result } = command;
  return {
    commandId,
    status,
    percent,
    error,
    start: new Date(start).toISOString(),
    end: new Date(end).toISOString(),
    stretches: (result as SimilarResult | null)?.stretches ?? [],
  };
}
