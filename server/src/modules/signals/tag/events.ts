import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** A record that reads a tag, or an input of a twin that is mapped to it. */
export interface TagUser {
  type: 'calculatedTag' | 'protection' | 'tagAlias';
  id: number;
  /** Its name in messages. */
  name: string;
}

/** Question: the records that read a tag, before its deletion. */
export const tagDeleting = defineQuestion<{ tagId: number }, TagUser[]>('tag.deleting');

/** A tag is measured in another unit: what reads its points gets other values. */
export const tagUnitChanged = defineEffect<{ tagId: number; by: { userId: number } }>('tag.unitChanged');

/** A tag was deleted with its points. `users` are the records that read it until then. */
export const tagDeleted = defineEffect<{ tagId: number; users: readonly TagUser[] }>('tag.deleted');
