import type { Completion } from '@twinward/contracts/core/completion';
import {
  aliasReferences,
  type ConvertedLimits,
  convertLimits,
  type ParameterContext,
  parameterReferences,
} from '@twinward/domain/language';
import { calculatedTagCompletion } from '@twinward/domain/rules/completion';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import type { StoredParameter } from '../../twins/parameter/service.ts';
import { type InputSources, type MappedInput, readSources, unreadable } from '../definition/service.ts';

/** A name that logic can use, and the tag that it is mapped to. */
type Alias = Pick<MappedInput, 'name' | 'mapped_tag_id'>;

/** A parameter that logic can use. */
type NamedValue = Pick<StoredParameter, 'name' | 'value'>;

/** Returns the parameters used in the logic that have no value. */
export function unsetIn(logic: string, parameters: readonly NamedValue[]): string[] {
  const unset = new Set(parameters.flatMap(({ name, value }) => (value === null ? [name] : [])));
  return unset.size === 0 ? [] : parameterReferences(logic).filter((name) => unset.has(name));
}

/** Returns the names used in the logic that have no tag. */
export function unmappedIn(logic: string, aliases: readonly Alias[]): string[] {
  const unmapped = new Set(
    aliases.filter(({ mapped_tag_id }) => mapped_tag_id === null).map(({ name }) => name),
  );
  return [...new Set(aliasReferences(logic).map(({ name }) => name))].filter((name) => unmapped.has(name));
}

/**
 * Returns the sources of a logic's inputs.
 * @throws AppError `conflict` if the unit of an input cannot be converted from the unit of its tag.
 */
export async function sourcesIn(
  db: Db,
  logic: string,
  aliases: readonly MappedInput[],
): Promise<InputSources> {
  const names = new Set(aliasReferences(logic).map(({ name }) => name));
  const [sources] = await readSources(db, [aliases.filter(({ name }) => names.has(name))]);
  const [problem] = unreadable([...sources!.keys()], sources!);
  if (problem !== undefined) throw new AppError('conflict', problem);
  return sources!;
}

/** Converts the limits that the logic compares one alias with to another unit. */
export function convertLogic(
  logic: string,
  alias: string,
  conversion: Conversion,
  parameters: readonly ParameterContext[],
): ConvertedLimits {
  const names = new Set(aliasReferences(logic).map(({ name }) => name));
  const aliases = Array.from(names, (name) => ({ name, type: 'data_point' as const }));
  return convertLimits(logic, alias, conversion, {
    dialect: 'base',
    result: 'number',
    aliases,
    parameters,
  });
}

/** Whether there is logic, and every name in it has a tag or a value. */
export function isCalculable(
  logic: string,
  aliases: readonly Alias[],
  parameters: readonly NamedValue[],
): boolean {
  return (
    logic.trim() !== '' && unmappedIn(logic, aliases).length === 0 && unsetIn(logic, parameters).length === 0
  );
}

/** Returns the completed setup steps of a calculated tag. A tag that a model calculates is always complete. */
export function toCompletion(
  { logic, isDeviation }: { logic: string; isDeviation: boolean },
  aliases: readonly { mappedTagId: number | null }[],
  parameters: readonly NamedValue[],
): Completion {
  if (isDeviation) return calculatedTagCompletion({ hasAliases: true, aliasesMapped: true, hasLogic: true });
  return calculatedTagCompletion({
    hasAliases: aliases.length > 0,
    aliasesMapped: aliases.every(({ mappedTagId }) => mappedTagId !== null),
    hasLogic: logic.trim() !== '' && unsetIn(logic, parameters).length === 0,
  });
}
