import type { ModelDefinition, ModelIndicator } from '@twinward/contracts/library/definition';
import type { DefinitionProblem } from '@twinward/contracts/library/twin-model';
import { noMatchName } from '@twinward/contracts/protections/pattern-of-set';
import {
  type AliasOfTwin,
  compileCalculatedTag,
  compileProtection,
  createDefinition,
  defineCondition,
  type ProtectionDefinition,
} from '../evaluation/index.ts';
import { type CalculatedTag, calculations, type ParameterContext } from '../language/index.ts';
import { logicParameters } from './logic-parameters.ts';
import { type DefinitionContext, toProblem } from './problem.ts';

/** Returns the problems of a definition's logic: of calculated tags, thresholds and the conditions of patterns. */
export function logicProblems(
  definition: ModelDefinition,
  { units }: DefinitionContext,
): DefinitionProblem[] {
  const context = { units, parameters: toParameters(definition, units) };
  return [
    ...definition.tags.flatMap((tag) => tagProblems(tag, definition, context)),
    ...cycleProblems(definition),
    ...definition.indicators.flatMap((indicator) => indicatorProblems(indicator, definition, context)),
  ];
}

interface LogicContext extends DefinitionContext {
  readonly parameters: readonly ParameterContext[];
}

/** If units are unknown, parameters are compared as plain numbers. */
function toParameters(definition: ModelDefinition, units: DefinitionContext['units']): ParameterContext[] {
  const parameters = logicParameters(definition);
  return units ? parameters : parameters.map((one) => ({ ...one, unit: null }));
}

type Tag = ModelDefinition['tags'][number];
const asPart = (
  kind: DefinitionProblem['kind'],
  { id, name }: { id?: number | undefined; name: string },
) => ({
  kind,
  id: id ?? null,
  name,
});

function tagProblems(tag: Tag, definition: ModelDefinition, context: LogicContext): DefinitionProblem[] {
  const found = (message: string) => [toProblem(asPart('tags', tag), 'logic', message)];
  if (tag.logic.trim() === '') return found('Required.');
  const compiled = compileCalculatedTag(tag.logic, namesForTags(definition), {
    ...context,
    unit: tag.unit,
    mixedUnits: 'error',
  });
  return compiled.ok ? [] : compiled.errors.flatMap(({ message }) => found(message));
}

/**
 * Returns the names that the logic of a calculated tag can use: the inputs, and the calculated tags whose names are not
 * those of inputs.
 */
function namesForTags({ tagAliases, tags }: ModelDefinition) {
  const names = new Set(tagAliases.map(({ name }) => name));
  const inputs = tagAliases.filter(({ type }) => type === 'data_point');
  return [...inputs, ...tags.filter(({ name }) => !names.has(name))].map(({ name, unit }) => ({
    alias: name,
    type: 'data_point' as const,
    unit,
  }));
}

/** Returns the name pattern by which an input is mapped to a calculated tag of its own twin. */
export const toTagNamePattern = (tagName: string): string => `{uniqueId}.${tagName}`;

function cycleProblems({ tagAliases, tags }: ModelDefinition): DefinitionProblem[] {
  const byPattern = new Map(tags.map(({ id, name }) => [toTagNamePattern(name), String(id)]));
  const inputs = new Map([
    ...tags.map(({ id, name }) => [name, String(id)] as const),
    ...tagAliases.map(
      ({ name, tagNamePattern }) => [name, byPattern.get(tagNamePattern ?? '') ?? ''] as const,
    ),
  ]);
  const calculated = tags.map(({ id, name, logic }): CalculatedTag => {
    return { id: String(id), name, text: logic, inputs };
  });
  const { cycles } = calculations(calculated);
  return tags.flatMap((tag) => {
    const cycle = cycles.get(String(tag.id));
    return cycle ? [toProblem(asPart('tags', tag), 'logic', cycle.message)] : [];
  });
}

function indicatorProblems(
  indicator: ModelIndicator,
  { tagAliases }: ModelDefinition,
  context: LogicContext,
): DefinitionProblem[] {
  const { thresholds } = indicator;
  const part = asPart('indicators', indicator);
  const empty = thresholds
    .filter(({ logic }) => logic.trim() === '')
    .map((threshold) => toProblem(asPart('thresholds', threshold), 'logic', 'Required.'));
  const compiled = compileProtection(toProtection(indicator, tagAliases, context), () => true);
  const errors = compiled.ok
    ? []
    : compiled.errors.map(({ threshold, code, message }) => {
        const own = thresholds[threshold];
        if (!own) return toProblem(part, 'tagAliasIds', message);
        return toProblem(asPart('thresholds', own), code === 'deadband' ? 'deadband' : 'logic', message);
      });
  const wrongPatterns = patternProblems(indicator, tagAliases, context);
  return [...empty, ...errors, ...wrongPatterns.map((message) => toProblem(part, 'patterns', message))];
}

function toProtection(
  indicator: ModelIndicator,
  inputs: readonly AliasOfTwin[],
  context: LogicContext,
): ProtectionDefinition {
  const { thresholds, tagAliasIds, aliases, type, defaultLevel, patterns } = indicator;
  const saved = { thresholds, tagAliasIds, aliases, type, defaultLevel, startDate: null };
  return {
    ...createDefinition(saved, inputs, { startDate: null, ...context }),
    patterns: patterns ? [noMatchName, ...patterns.patterns.map(({ name }) => name)] : [],
  };
}

function patternProblems(
  { type, patterns }: ModelIndicator,
  tagAliases: ModelDefinition['tagAliases'],
  context: LogicContext,
): string[] {
  if (type !== 'pattern') return patterns === null ? [] : ['Only a pattern protection has patterns.'];
  if (patterns === null) return ['A pattern protection needs patterns.'];
  const names = patterns.patterns.map(({ name }) => name.toLowerCase());
  const repeated = new Set(names).size < names.length ? ['Two patterns have the same name.'] : [];
  const logic = patterns.condition?.trim();
  if (!logic) return repeated;
  const inputs = tagAliases
    .filter(({ type }) => type === 'data_point')
    .map(({ name, type, unit }) => ({ alias: name, type, unit }));
  const compiled = compileProtection(defineCondition(logic, { inputs, ...context }), () => true);
  return compiled.ok ? repeated : [...repeated, ...compiled.errors.map(({ message }) => message)];
}
