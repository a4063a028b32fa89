import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** A record that reads a tag: a calculated tag, a protection, or an input of a twin that is mapped to it. */
export interface TagUser {
  type: 'calculatedTag' | 'protection' | 'tagAlias';
  id: number;
  /** Name for messages. */
  name: string;
}

/** A change of a tag's unit, by UCUM codes. */
export interface TagUnitChange {
  tag: { id: number; name: string };
  before: string | null;
  now: string | null;
  /** Whether inputs in the old unit are changed to the new unit too. */
  isFollowed: boolean;
}

/** Question: why inputs of a tag could not read it after a change of its unit. */
export const tagUnitChanging = defineQuestion<TagUnitChange, string[]>('tag.unitChanging');

/**
 * The unit of a tag changed. Its inputs are converted from the new unit from now on.
 * @throws AppError `invalid-request` from a subscriber if the unit of an input cannot be converted.
 */
export const tagUnitChanged = defineEffect<TagUnitChange & { by: { userId: number; userName: string } }>(
  'tag.unitChanged',
);

/** Question: the records that read a tag, before its deletion. */
export const tagDeleting = defineQuestion<{ tagId: number }, TagUser[]>('tag.deleting');

/** A tag was deleted with its points. `users` are the records that read it until then. */
export const tagDeleted = defineEffect<{ tagId: number; users: readonly TagUser[] }>('tag.deleted');
