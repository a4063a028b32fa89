import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** A unit, as records refer to it. */
export interface UnitReference {
  id: number;
  /** UCUM code */
  code: string;
  /** The names by which logic can refer to this unit unambiguously. */
  names: readonly string[];
}

export interface UnitReplacement {
  by: Pick<Actor, 'userId' | 'userName'>;
  unit: UnitReference;
  /** A unit with the same factor and offset, so that no value changes. */
  replacement: UnitReference;
}

/** Question: the number of records that use a unit, by type. */
export const unitUsed = defineQuestion<UnitReference, UnitUse[]>('unit.used');

/** A unit is replaced by another wherever it is used. */
export const unitReplaced = defineEffect<UnitReplacement>('unit.replaced');
