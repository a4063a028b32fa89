import type { Actor } from '../../../platform/actor.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError } from '../../../platform/errors.ts';
import { getTag } from '../../signals/tag/service.ts';
import { listParametersOfTags } from '../../twins/parameter/service.ts';
import { requestRecalculation } from '../evaluation/service.ts';
import { isCalculable, unsetIn } from './logic.ts';

/**
 * Starts the recalculation of a calculated tag.
 * @returns the id of the new command, or of the unfinished one if there is one.
 * @throws AppError `not-found`; `conflict` if its logic is incomplete.
 */
export async function recalculateTag({ tenant, userId }: Actor, id: number): Promise<string> {
  const tag = await getTag(tenant.db, id);
  if (tag.type !== 'calculated') throw new AppError('conflict', `The tag ${tag.name} is not calculated.`);
  const aliases = tag.aliases.map(({ name, mappedTagId }) => ({ name, mapped_tag_id: mappedTagId }));
  const parameters = (await listParametersOfTags(tenant.db, [id])).get(id) ?? [];
  if (tag.model === null && !isCalculable(tag.logic!, aliases, parameters)) {
    const [unset] = unsetIn(tag.logic!, parameters);
    throw new AppError(
      'conflict',
      unset === undefined
        ? `The tag ${tag.name} can't be calculated: it needs logic, and a tag behind every name in it.`
        : `The tag ${tag.name} can't be calculated: the parameter {${unset}} has no value.`,
    );
  }
  return withTransaction(tenant.db, (db) => requestRecalculation(db, tag, userId));
}
