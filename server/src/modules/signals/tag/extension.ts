import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';

/** What a calculated tag has beside its row, kept by a module of a higher rank. Runs in the caller's transaction. */
export interface CalculatedTagExtension {
  /** Creates the calculations of tags that were inserted just now, without logic. */
  create(db: Db, tagIds: readonly number[]): Promise<void>;
  /**
   * Changes logic and aliases; what is left out stays.
   * @throws AppError `invalid-expression`, `not-found` for an alias mapped to no tag.
   */
  update(
    db: Db,
    tag: { id: number; name: string },
    change: Pick<NewTag | TagChange, 'logic' | 'aliases'>,
    userId: number,
  ): Promise<void>;
  describe(db: Db, tagId: number): Promise<Pick<Tag, 'logic' | 'aliases' | 'completion' | 'error'>>;
  /** Ends the calculations of tags before the tags, or tags that they read, are deleted. */
  delete(db: Db, tagIds: readonly number[]): Promise<void>;
}

let registered: CalculatedTagExtension | null = null;

/** Registers the one extension; `server/src/subscriptions.ts` does so. */
export function registerCalculatedTags(extension: CalculatedTagExtension): void {
  registered = extension;
}

/** @throws Error when none is registered: the thread did not load `subscriptions.ts`. */
export function calculatedTags(): CalculatedTagExtension {
  if (!registered) throw new Error('Calculated tags are not registered.');
  return registered;
}
