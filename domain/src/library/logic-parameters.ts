import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { type ParameterContext, withPlaceholders } from '../language/index.ts';

/** The parameters that the logic of a model may name, with their defaults; one without a default has a placeholder. */
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
