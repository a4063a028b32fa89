import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** The user who changes an alias: recorded in the audit trail, and as the owner of recalculations. */
export type Changer = Pick<Actor, 'userId' | 'userName'>;

/** An alias of either a twin or a calculated tag. */
export type AliasFacts = Pick<
  TagAlias,
  'id' | 'twinId' | 'calculatedTagId' | 'name' | 'mappedTagId' | 'unit'
>;

export interface AliasEvent {
  by: Changer;
  alias: AliasFacts;
}

export interface AliasChange {
  by: Changer;
  before: AliasFacts;
  now: AliasFacts;
  /** Conversion from the old to the new unit, to apply to the limits in logic; null if the limits are kept. */
  limits: Conversion | null;
}

export const aliasCreated = defineEffect<AliasEvent>('alias.created');

/** An alias was renamed, was mapped to another tag, or is read in another unit. */
export const aliasChanged = defineEffect<AliasChange>('alias.changed');

/** Question: the names of the users of an alias, before its deletion. */
export const aliasDeleting = defineQuestion<AliasEvent, string[]>('alias.deleting');

/** Question: whether an alias is read as a counter. */
export const counterAsked = defineQuestion<{ aliasId: number }, boolean>('alias.counterAsked');

export const aliasDeleted = defineEffect<AliasEvent>('alias.deleted');
