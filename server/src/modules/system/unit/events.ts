import type { UnitUse } from '@twinward/contracts/system/unit';
import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** A unit, as records refer to it. */
export interface UnitReference {
  id: number;
  /** UCUM code. */
  code: string;
  /** The names by which logic can mean this unit and no other. */
  names: readonly string[];
}

export interface UnitReplacement {
  by: Pick<Actor, 'userId' | 'userName'>;
  unit: UnitReference;
  /** A unit with the same factor and offset: no value changes. */
  replacement: UnitReference;
}

/** Question: which records use a unit, counted by kind. */
export const unitUsed = defineQuestion<UnitReference, UnitUse[]>('unit.used');

/** A unit takes the place of another wherever that is used. */
export const unitReplaced = defineEffect<UnitReplacement>('unit.replaced');
