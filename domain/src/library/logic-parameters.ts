import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { type ParameterContext, withPlaceholders } from '../language/index.ts';

/**
 * Returns the parameters that the logic of a model can use, with their defaults; a parameter without a default gets a
 * placeholder.
 */
export const logicParameters = ({ parameters }: Pick<ModelDefinition, 'parameters'>): ParameterContext[] =>
  withPlaceholders(
    parameters.map(({ name, kind, unit, description, default: value }) => ({
      name,
      kind,
      unit,
      value,
      description,
    })),
  );
