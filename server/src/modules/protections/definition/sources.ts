import type { Conversion } from '@twinward/domain/units/conversion';
import type { Db } from '../../../platform/database/database.ts';
import { listInputConversions } from '../../system/unit/service.ts';

/** Where an input's values come from. */
export interface InputSource {
  tagId: number;
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
    for (const { name, mapped_tag_id: tagId } of inputs) {
      const conversion = conversions[index++]!;
      if (tagId !== null) sources.set(name, { tagId, conversion });
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
