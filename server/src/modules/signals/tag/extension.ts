import type { NewTag, Tag, TagChange } from '@twinward/contracts/signals/tag';
import type { Db } from '../../../platform/database/database.ts';
import { loadSubscriptions } from '../../../platform/events.ts';

/** Stores the part of calculated tags that belongs to a higher module. Runs in the caller's transaction. */
export interface CalculatedTagExtension {
  /** Creates the calculations of newly inserted tags, without logic. */
  create(db: Db, tagIds: readonly number[]): Promise<void>;
  /**
   * Updates logic and aliases; omitted fields are kept. The tag itself must be updated before.
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

/** Registers the only extension; called by `server/src/subscriptions.ts`. */
export function registerCalculatedTags(extension: CalculatedTagExtension): void {
  registered = extension;
}

/** @throws Error if no extension is registered, since the thread does not load `subscriptions.ts`. */
export async function calculatedTags(): Promise<CalculatedTagExtension> {
  if (!registered) await loadSubscriptions();
  if (!registered) throw new Error('Calculated tags are not registered.');
  return registered;
}
