import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** A record that reads a tag, or an input of a twin that is mapped to it. */
export interface TagUser {
  type: 'calculatedTag' | 'protection' | 'tagAlias';
  id: number;
  /** Its name in messages. */
  name: string;
}

/** A change of a tag's unit, by UCUM codes. */
export interface TagUnitChange {
  tag: { id: number; name: string };
  before: string | null;
  now: string | null;
  /** Whether the inputs in the old unit follow to the new one. */
  isFollowed: boolean;
}

/** Why inputs of a tag whose unit is about to change could no longer read it. */
export const tagUnitChanging = defineQuestion<TagUnitChange, string[]>('tag.unitChanging');

/**
 * A tag got another unit: the inputs that read it are converted from that.
 * @throws AppError `invalid-request` from a subscriber, when an input can't be.
 */
export const tagUnitChanged = defineEffect<TagUnitChange & { by: { userId: number; userName: string } }>(
  'tag.unitChanged',
);

/** Question: the records that read a tag, before its deletion. */
export const tagDeleting = defineQuestion<{ tagId: number }, TagUser[]>('tag.deleting');

/** A tag was deleted with its points. `users` are the records that read it until then. */
export const tagDeleted = defineEffect<{ tagId: number; users: readonly TagUser[] }>('tag.deleted');
