import type { ParameterUse } from '@twinward/contracts/twins/parameter';
import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** The changes to the parameters of a twin. */
export interface ParameterChange {
  twinId: number;
  /** Parameters that were added, removed or renamed (both names), or whose value, unit or kind changed. */
  names: readonly string[];
  /** Those of `names` whose unit or kind changed, so that logic may no longer compile. */
  retyped: readonly string[];
  /** New names by old names. */
  renamed: ReadonlyMap<string, string>;
}

export interface ParameterChanges {
  by: Pick<Actor, 'userId' | 'userName'>;
  changes: readonly ParameterChange[];
}

/** Parameters of twins changed, which changes the meaning of the logic that names them. */
export const parametersChanged = defineEffect<ParameterChanges>('parameters.changed');

/** A use of a parameter of a twin. */
export interface TwinParameterUse extends ParameterUse {
  twinId: number;
}

/** The values that the model of a twin allows for a parameter; a bound is null if there is no limit. */
export interface RangeOfModel {
  twinId: number;
  /** Id of the part of the model. */
  modelPart: number;
  /** UCUM code of the unit of the bounds. */
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
}

/** Question: which values the models of twins allow. Each twin's own version of its model applies. */
export const rangesAsked = defineQuestion<{ twinIds: readonly number[] }, RangeOfModel[]>(
  'parameters.rangesAsked',
);

/** Question: which logic names parameters of twins. */
export const parametersAsked = defineQuestion<{ twinIds: readonly number[] }, TwinParameterUse[]>(
  'parameters.asked',
);
