import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** Who changes an alias: for the audit trail, and as the owner of the recalculations that follow. */
export type Changer = Pick<Actor, 'userId' | 'userName'>;

/** An alias of either a twin or a calculated tag. */
export interface AliasFacts {
  id: number;
  twinId: number | null;
  calculatedTagId: number | null;
  name: string;
  mappedTagId: number | null;
  /** UCUM code */
  unit: string | null;
}

export interface AliasEvent {
  by: Changer;
  alias: AliasFacts;
}

export interface AliasChange {
  by: Changer;
  before: AliasFacts;
  now: AliasFacts;
}

export const aliasCreated = defineEffect<AliasEvent>('alias.created');

/** An alias got another name or unit, or was mapped to another tag. */
export const aliasChanged = defineEffect<AliasChange>('alias.changed');

/** The names of what uses an alias that is about to be deleted. */
export const aliasDeleting = defineQuestion<AliasEvent, string[]>('alias.deleting');

export const aliasDeleted = defineEffect<AliasEvent>('alias.deleted');
