import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { selectOwnDeviations } from './deviation-store.ts';

/**
 * Checks that no input of the protections is calculated from a deviation of the same protection.
 * @throws AppError `conflict`.
 */
export async function assertNoOwnDeviation(db: Db, protectionIds: readonly number[]): Promise<void> {
  const [own] = await selectOwnDeviations(db, protectionIds);
  if (!own) return;
  throw new AppError(
    'conflict',
    `The tag ${own.tagName} is calculated by a model of this protection, so [${own.alias}] can't be an input of it.`,
  );
}
