import type { ParameterUse } from '@twinward/contracts/twins/parameter';
import type { Actor } from '../../../platform/actor.ts';
import { defineEffect, defineQuestion } from '../../../platform/events.ts';

/** What changed in the parameters of a twin. */
export interface ParameterChange {
  twinId: number;
  /** Those that were added, removed, or got another value, unit or kind. */
  names: readonly string[];
  /** Those of the names that got another unit or kind: logic may no longer compile. */
  retyped: readonly string[];
  /** The new names by the former ones. */
  renamed: ReadonlyMap<string, string>;
}

export interface ParameterChanges {
  by: Pick<Actor, 'userId' | 'userName'>;
  changes: readonly ParameterChange[];
}

/** The parameters of twins changed: the logic that names them is other logic. */
export const parametersChanged = defineEffect<ParameterChanges>('parameters.changed');

/** A use of a parameter of a twin. */
export interface TwinParameterUse extends ParameterUse {
  twinId: number;
}

/** The values that the model of a twin allows for a parameter; null: no bound. */
export interface RangeOfModel {
  twinId: number;
  /** Id of the part of the model. */
  modelPart: number;
  /** UCUM code of the unit of the bounds. */
  unit: string | null;
  minimum: number | null;
  maximum: number | null;
}

/** Question: which values the models of twins allow, each at the version that its twin is at. */
export const rangesAsked = defineQuestion<{ twinIds: readonly number[] }, RangeOfModel[]>(
  'parameters.rangesAsked',
);

/** Question: which logic names parameters of twins. */
export const parametersAsked = defineQuestion<{ twinIds: readonly number[] }, TwinParameterUse[]>(
  'parameters.asked',
);
