import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { withNamedInputs } from './symbolic.ts';

/**
 * Returns the definition of a twin in the form of its model: what twins don't store (patterns of tag names, sources of
 * lives, ranges and defaults of parameters) is taken from the model's part.
 */
export function asOfModel(twin: ModelDefinition, model: ModelDefinition): ModelDefinition {
  const inputs = byId(model.tagAliases);
  const parameters = byId(model.parameters);
  const tags = byId(model.tags);
  const modes = byId(model.failureModes);
  return withNamedInputs({
    ...twin,
    probability: withSource(twin.probability, model.probability),
    parameters: twin.parameters.map((parameter) => {
      const declared = parameters.get(parameter.id);
      if (!declared) return parameter;
      const { minimum, maximum, default: value } = declared;
      return { ...parameter, minimum, maximum, default: value };
    }),
    tagAliases: twin.tagAliases.map((input) => ({
      ...input,
      tagNamePattern: inputs.get(input.id)?.tagNamePattern ?? null,
    })),
    tags: twin.tags.map((tag) => {
      const isUntitled = tag.caption === tag.name && tags.get(tag.id)?.caption === '';
      return isUntitled ? { ...tag, caption: '' } : tag;
    }),
    failureModes: twin.failureModes.map((mode) => ({
      ...mode,
      probability: withSource(mode.probability, modes.get(mode.id)?.probability),
    })),
  });
}

/** Returns what only the model defines for the parts of a twin at the base: from the base, or else from the model. */
export function withModelFacts(base: ModelDefinition, model: ModelDefinition): ModelDefinition {
  const all = <One extends { id: number }>(before: readonly One[], now: readonly One[]) => [
    ...now,
    ...before,
  ];
  return {
    ...base,
    probability: base.probability ?? model.probability,
    // Of two parts with the same id the last one is used.
    parameters: all(base.parameters, model.parameters),
    tags: all(base.tags, model.tags),
    tagAliases: all(base.tagAliases, model.tagAliases),
    failureModes: all(base.failureModes, model.failureModes),
  };
}

const byId = <Part extends { id: number }>(parts: readonly Part[]) =>
  new Map(parts.map((part) => [part.id, part]));

type Probability = ModelDefinition['probability'];

const withSource = (probability: Probability, model: Probability | undefined): Probability =>
  probability && { ...probability, source: model?.source ?? '' };
