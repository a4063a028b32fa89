import type { Page, Paging } from '@twinward/contracts/core/list';
import type { AliasMapping, MappingOutcome, MappingRequest } from '@twinward/contracts/twins/mapping';
import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getCommand, startCommand, startOwnCommand } from '../../jobs/command/service.ts';
import { copyMapped, copyProposed, selectMappingPage, selectUnmappedTwins } from './mapping-store.ts';

/** The stored input of a preview command. */
export interface PreviewInput {
  twinIds: number[];
  minimumScore: number;
}

/** The stored input of a mapping command, whose rows contain the mappings. */
export interface MapInput {
  userId: number;
  userName: string;
  /** Id of the command that this one undoes; null if it applies a preview. */
  undoes: string | null;
}

/**
 * Starts a command that finds tags for the unmapped inputs of many twins. The command changes nothing.
 * @returns the command's id.
 */
export async function startPreview(
  actor: Actor,
  { twinIds: chosen, minimumScore }: MappingRequest,
): Promise<string> {
  const twinIds = await selectUnmappedTwins(actor.tenant.db, chosen);
  return startOwnCommand(actor, {
    type: 'preview-mapping',
    targetType: 'twin',
    targetId: '',
    targetName: formatCount(twinIds.length, 'twin'),
    input: { twinIds, minimumScore } satisfies PreviewInput,
  });
}

/**
 * Starts a command that applies a preview, except for some inputs.
 * @throws AppError `not-found` if the user has no such command; `conflict` if it is not a finished preview, or proposes
 *   nothing.
 */
export async function startMapping(
  actor: Actor,
  previewId: string,
  exceptAliasIds: readonly number[],
): Promise<string> {
  const preview = await getCommand(actor, previewId);
  if (preview.type !== 'preview-mapping' || preview.status !== 'done') {
    throw new AppError('conflict', 'Only a finished preview can be applied.');
  }
  return startFrom(actor, null, (db, id) => copyProposed(db, previewId, id, exceptAliasIds));
}

/**
 * Starts a command that undoes the mappings of another command.
 * @throws AppError `not-found` if the user has no such command; `conflict` if it has not finished, mapped nothing, or
 *   was already undone.
 */
export async function startUndo(actor: Actor, commandId: string): Promise<string> {
  const command = await getCommand(actor, commandId);
  if (command.type !== 'map-tag-aliases' || command.finishedAt === null) {
    throw new AppError('conflict', 'Only a mapping that has ended can be undone.');
  }
  return startFrom(actor, commandId, (db, id) => copyMapped(db, commandId, id));
}

async function startFrom(
  { tenant, userId, userName }: Actor,
  undoes: string | null,
  copy: (db: Actor['tenant']['db'], commandId: string) => Promise<number>,
): Promise<string> {
  return withTransaction(tenant.db, async (db) => {
    const id = await startCommand(db, {
      type: 'map-tag-aliases',
      targetType: 'tag-alias',
      targetId: '',
      targetName: undoes === null ? 'Inputs of twins' : 'Undo of a mapping',
      input: { userId, userName, undoes } satisfies MapInput,
      createdBy: userId,
    });
    if ((await copy(db, id)) === 0) {
      throw new AppError(
        'conflict',
        undoes === null ? 'There is nothing to map.' : 'There is nothing to undo.',
      );
    }
    return id;
  });
}

const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;

/** @throws AppError `not-found` if the user has no such command. */
export async function listMappings(
  actor: Actor,
  commandId: string,
  { outcome, ...paging }: Paging & { outcome?: MappingOutcome | undefined },
): Promise<Page<AliasMapping>> {
  await getCommand(actor, commandId);
  return selectMappingPage(actor.tenant.db, commandId, outcome, {
    limit: paging['page-size'],
    offset: (paging['page-number'] - 1) * paging['page-size'],
  });
}
