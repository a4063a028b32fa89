import { type ParameterContext, quotedNames, type UnitContext } from '@twinward/domain/language';
import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { listInputConversions, listUnitsNamed } from '../../system/unit/service.ts';

/** Where an input's values come from. */
export interface InputSource {
  tagId: number;
  /** UCUM code of the unit in which it is read; null where it has none. */
  unit: string | null;
  /** From the tag's unit to the input's; null if these measure different things, so that the input can't be read. */
  conversion: Conversion | null;
}

/** By alias; an input without a tag is absent. */
export type InputSources = ReadonlyMap<string, InputSource>;

/** An input with its tag. */
export interface MappedInput {
  name: string;
  mapped_tag_id: number | null;
  /** UCUM codes */
  unit: string | null;
  mapped_tag_unit: string | null;
}

/** The unit in which an input is read: that of its tag where it has none. */
export const unitOfInput = ({ unit, mapped_tag_unit }: Pick<MappedInput, 'unit' | 'mapped_tag_unit'>) =>
  unit ?? mapped_tag_unit;

/** The units of which logic needs to know: those of its inputs and parameters, and those that it names after a number. */
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

/** Whether logic may name a parameter; a brace may open a block too. */
export const mayNameParameter = (logic: string): boolean => logic.includes('{');

/** Whether logic compiles only with the units of its inputs: it may have a number in a unit. */
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

/** Why inputs can't be read, a message each; empty if all can. */
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
