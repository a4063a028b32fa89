import type { ModelDefinition, PartKind } from '@twinward/contracts/library/definition';
import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import { durationToDays } from '../duration.ts';
import { missionTime } from '../rules/risk.ts';
import { logicProblems } from './check-logic.ts';
import { parameterProblems } from './parameter.ts';
import { type Part, partKey, settingField, toParts } from './parts.ts';
import { type DefinitionContext, toProblem } from './problem.ts';
import { listReferences } from './references.ts';

/** Returns what prevents the publication of a definition; empty if nothing does. */
export function checkDefinition(
  definition: ModelDefinition,
  context: DefinitionContext = {},
): DefinitionProblem[] {
  const parts = toParts(definition);
  return [
    ...parts.flatMap(ownProblems),
    ...repeatedIds(parts),
    ...repeatedNames(parts, 'parameters'),
    ...repeatedNames(parts, 'tagAliases'),
    ...repeatedNames(parts, 'tags'),
    ...referenceProblems(parts),
    ...inputProblems(definition),
    ...logicProblems(definition, context),
  ];
}

function repeatedIds(parts: readonly Part[]): DefinitionProblem[] {
  const seen = new Set<number | null>();
  return parts.flatMap((part) => {
    const isRepeated = part.id !== null && seen.has(part.id);
    seen.add(part.id);
    return isRepeated ? [toProblem(part, 'id', `The id ${part.id} belongs to another part.`)] : [];
  });
}

function repeatedNames(parts: readonly Part[], kind: PartKind): DefinitionProblem[] {
  const seen = new Set<string>();
  return parts
    .filter((part) => part.kind === kind)
    .flatMap((part) => {
      const isRepeated = seen.has(part.name);
      seen.add(part.name);
      return isRepeated ? [toProblem(part, 'name', 'Please enter a unique value.')] : [];
    });
}

const captions: Record<PartKind, string> = {
  parameters: 'parameter',
  tagAliases: 'input',
  tags: 'calculated tag',
  failureModes: 'failure mode',
  activities: 'activity',
  indicators: 'protection',
  thresholds: 'threshold',
};

function referenceProblems(parts: readonly Part[]): DefinitionProblem[] {
  const keys = new Set(parts.map(partKey));
  return parts.flatMap((part) =>
    listReferences(part)
      .filter((reference) => !keys.has(partKey(reference)))
      .map(({ field, kind, id }) =>
        toProblem(part, field, `There is no ${captions[kind]} with the id ${id} in the model.`),
      ),
  );
}

/** Returns the problems of inputs whose type differs from the one that a reference needs. */
function inputProblems({ tagAliases, activities, indicators }: ModelDefinition): DefinitionProblem[] {
  const types = new Map(tagAliases.map(({ id, type }) => [id, type]));
  return [
    ...activities
      .filter(({ tagAliasId }) => tagAliasId !== null && types.get(tagAliasId) === 'data_point')
      .map(({ id, name }) =>
        toProblem({ kind: 'activities', id, name }, 'tagAliasId', 'Please choose an input of work.'),
      ),
    ...indicators.flatMap(({ id, name, aliases }) =>
      aliases
        .filter(
          ({ intervalType, tagAliasId }) => intervalType === 'counter' && types.get(tagAliasId) === 'work',
        )
        .map(({ tagAliasId }) => {
          const message = 'Only an input of points can be a counter.';
          return toProblem({ kind: 'indicators', id, name }, settingField(tagAliasId), message);
        }),
    ),
  ];
}

/** Returns the problems of a part that are visible from its own fields. */
function ownProblems(part: Part): DefinitionProblem[] {
  const found = (field: string, message: string | null) =>
    message === null ? [] : [toProblem(part, field, message)];
  const { fields } = part;
  switch (part.kind) {
    case null:
      return [
        ...found('missionTime', missionTime(fields.missionTime as string | null)),
        ...found('probability', probabilityProblem(fields.probability as ModelDefinition['probability'])),
      ];
    case 'parameters':
      return parameterProblems(part);
    case 'tagAliases':
      return found('tagNamePattern', patternProblem(fields.tagNamePattern as string | null));
    case 'failureModes':
      return found('probability', probabilityProblem(fields.probability as ModelDefinition['probability']));
    case 'activities': {
      const isEmpty = fields.renews === 'failure-modes' && (fields.failureModeIds as number[]).length === 0;
      return found('failureModeIds', isEmpty ? 'Please choose the failure modes that it renews.' : null);
    }
    default:
      return [];
  }
}

function probabilityProblem(probability: ModelDefinition['probability']): string | null {
  if (probability === null) return null;
  const life = probability.failureDistributionParameters;
  if (life.distribution === 'weibull' && !(life.shape > 0)) return 'The shape must be above 0.';
  if (life.scale !== null && !(durationToDays(life.scale) > 0)) return 'The scale must be above 0 days.';
  return null;
}

const placeholders = ['uniqueId', 'assetName'];

function patternProblem(pattern: string | null): string | null {
  const unknown = [...(pattern ?? '').matchAll(/\{([^}]*)\}/g)].find(
    ([, name]) => !placeholders.includes(name!),
  );
  return unknown ? `Please use {uniqueId} or {assetName}, not ${unknown[0]}.` : null;
}
