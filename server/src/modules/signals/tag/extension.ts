import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { loadSubscriptions } from '../../../platform/events.ts';

/** The part of a calculated tag that a module of a higher rank stores. Runs in the caller's transaction. */
export interface CalculatedTagExtension {
  /** Creates the calculations of newly inserted tags, without logic. */
  create(db: Db, tagIds: readonly number[]): Promise<void>;
  /**
   * Updates logic and aliases; fields left out are kept. The tag itself is updated before.
   * @throws AppError `invalid-expression`; `not-found` for an alias mapped to an unknown tag.
   */
  update(
    db: Db,
    tag: { id: number; name: string; isUnitChanged?: boolean; areParametersChanged?: boolean },
    change: Pick<NewTag | TagChange, 'logic' | 'aliases'>,
    userId: number,
  ): Promise<void>;
  describe(db: Db, tagId: number): Promise<Pick<Tag, 'logic' | 'aliases' | 'completion' | 'model' | 'error'>>;
  /** Ends the calculations of tags before the tags, or their inputs, are deleted. */
  delete(db: Db, tagIds: readonly number[]): Promise<void>;
}

let registered: CalculatedTagExtension | null = null;

/** Registers the one extension; `server/src/subscriptions.ts` does so. */
export function registerCalculatedTags(extension: CalculatedTagExtension): void {
  registered = extension;
}

/** @throws Error without a registered extension: the thread does not load `subscriptions.ts`. */
export async function calculatedTags(): Promise<CalculatedTagExtension> {
  if (!registered) await loadSubscriptions();
  if (!registered) throw new Error('Calculated tags are not registered.');
  return registered;
}
