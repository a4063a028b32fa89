import type { ProtectionDefinition as SavedDefinition } from '@twinward/contracts/protections/protection';
import {
  type AliasOfTwin,
  compileProtection,
  createDefinition,
  findInputs,
  type ProtectionDefinition,
  type ThresholdError,
} from '@twinward/domain/evaluation';
import { type ParameterContext, type UnitContext, withPlaceholders } from '@twinward/domain/language';

/** A definition in the form of the engine, or as it is saved. */
export type LogicToCheck =
  | { definition: ProtectionDefinition }
  | {
      saved: SavedDefinition;
      ofTwin: readonly AliasOfTwin[];
      startDate: number | null;
      /** The parameters of the twin. One without a value is checked by its kind and unit. */
      parameters: readonly ParameterContext[];
      /** The units of the inputs and parameters, and those that the logic may use. */
      units: readonly UnitContext[];
      /** Names of the patterns that the logic may use. */
      patterns?: readonly string[];
      /** Indices of the thresholds with new logic, in which mixed units are errors. */
      changed: readonly number[];
    };

export interface CheckedLogic {
  /** Sorted by threshold and position; empty when the logic compiles. */
  errors: ThresholdError[];
  /** Names of the inputs of the compiled logic. */
  inputs: string[];
  /** For a saved definition, the ids of the aliases that are its inputs. */
  aliasIds: number[];
}

/** Compiles logic; takes up to half a second of CPU time for the longest. */
export function checkLogic(request: LogicToCheck): CheckedLogic {
  const definition =
    'saved' in request
      ? {
          ...createDefinition(request.saved, request.ofTwin, {
            startDate: request.startDate,
            parameters: withPlaceholders(request.parameters),
            units: request.units,
          }),
          patterns: request.patterns,
        }
      : request.definition;
  const changed = new Set('saved' in request ? request.changed : []);
  const compiled = compileProtection(definition, (threshold) => changed.has(threshold));
  if (!compiled.ok) return { errors: [...compiled.errors], inputs: [], aliasIds: [] };
  return {
    errors: [],
    inputs: compiled.program.inputs.map(({ alias }) => alias),
    aliasIds: 'saved' in request ? findInputs(request.saved, request.ofTwin).map(({ id }) => id) : [],
  };
}
