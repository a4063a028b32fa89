import { type ParameterContext, quotedNames, type UnitContext } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { listInputConversions, listUnitsNamed } from '../../system/unit/service.ts';

/** Where an input's values come from. */
export interface InputSource {
  tagId: number;
  /** UCUM code of the unit in which values are read; null if the input has no unit. */
  unit: string | null;
  /**
   * From the tag's unit to the input's; null if the units are of different dimensions, so that the input cannot be
   * read.
   */
  conversion: Conversion | null;
}

/** By alias; inputs without a tag are omitted. */
export type InputSources = ReadonlyMap<string, InputSource>;

/** An input with its tag. */
export interface MappedInput {
  name: string;
  mapped_tag_id: number | null;
  /** UCUM codes */
  unit: string | null;
  mapped_tag_unit: string | null;
}

/** The unit in which an input is read: its own or, without one, that of its tag. */
export const unitOfInput = ({ unit, mapped_tag_unit }: Pick<MappedInput, 'unit' | 'mapped_tag_unit'>) =>
  unit ?? mapped_tag_unit;

/**
 * Reads the units that logic is compiled with: those of its inputs and parameters, and those that follow a number in
 * it.
 */
export function readLogicUnits(
  db: Db,
  logics: readonly string[],
  inputs: readonly Pick<MappedInput, 'unit' | 'mapped_tag_unit'>[],
  parameters: readonly Pick<ParameterContext, 'unit'>[] = [],
): Promise<UnitContext[]> {
  const codes = [...inputs.map(unitOfInput), ...parameters.map(({ unit }) => unit)];
  const named = codes.flatMap((code) => code ?? []);
  return listUnitsNamed(db, [...new Set([...named, ...logics.flatMap(quotedNames)])]);
}

/** Whether logic may use a parameter. A brace may also open a block. */
export const mayNameParameter = (logic: string): boolean => logic.includes('{');

/** Whether logic compiles only with the units of its inputs, because it may have a number with a unit. */
export const isInUnits = (
  logic: string,
  parameters: readonly Pick<ParameterContext, 'name' | 'unit'>[],
): boolean => logic.includes('"') || parameters.some(({ name, unit }) => unit && logic.includes(`{${name}}`));

/** The sources of inputs, one map for each group. */
export async function readSources(
  db: Db,
  groups: readonly (readonly MappedInput[])[],
): Promise<InputSources[]> {
  const conversions = await listInputConversions(
    db,
    groups.flat().map(({ unit, mapped_tag_unit }) => ({ tagUnit: mapped_tag_unit, inputUnit: unit })),
  );
  let index = 0;
  return groups.map((inputs) => {
    const sources = new Map<string, InputSource>();
    for (const input of inputs) {
      const { name, mapped_tag_id: tagId } = input;
      const conversion = conversions[index++]!;
      if (tagId !== null) sources.set(name, { tagId, unit: unitOfInput(input), conversion });
    }
    return sources;
  });
}

/** Returns a message for each input that cannot be read. */
export function unreadable(aliases: readonly string[], sources: InputSources): string[] {
  return aliases.flatMap((alias) => {
    const source = sources.get(alias);
    if (!source) return [`The input [${alias}] is mapped to no tag.`];
    return source.conversion ? [] : [otherDimension(alias)];
  });
}

/** The message for an input whose unit can't be converted from its tag's. */
export const otherDimension = (alias: string): string =>
  `The unit of the input [${alias}] and that of its tag measure different things.`;
