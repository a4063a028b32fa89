import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { aliasReferences, renameThreshold, replaceAliases, replaceParameters } from '../language/index.ts';
import type { Part } from './parts.ts';

/**
 * Logic refers to inputs, calculated tags and thresholds by name. To compare definitions in which their names differ,
 * each name is replaced by the id of its part.
 */

/** From the private use area of Unicode, so that no name begins with it. */
const mark = '\uE000';
const toSymbol = (id: number): string => `${mark}${id}`;

/**
 * The symbols of the names in logic: in brackets, where an input hides a calculated tag of the same name, and in
 * braces.
 */
interface Symbols {
  bracketed: ReadonlyMap<string, string>;
  braced: ReadonlyMap<string, string>;
}

export function createSymbols({ tags, tagAliases, parameters }: ModelDefinition): Symbols {
  const symbols = (parts: readonly { id: number; name: string }[]) =>
    new Map(parts.map(({ id, name }) => [name, toSymbol(id)]));
  return { bracketed: symbols([...tags, ...tagAliases]), braced: symbols(parameters) };
}

interface Threshold {
  id?: number | undefined;
  name: string;
  alias: string | null;
}
const thresholdName = ({ name, alias }: Threshold): string => alias || name;

/**
 * Returns a part with ids instead of names in its logic.
 * @param siblings the thresholds of its indicator
 */
export function toSymbolic(part: Part, { bracketed, braced }: Symbols, siblings: readonly Threshold[]): Part {
  return mapLogic(part, (text) => {
    const replaced = replaceParameters(text.includes('[') ? replaceAliases(text, bracketed) : text, braced);
    return renameThresholds(
      replaced,
      siblings.map((one) => [thresholdName(one), toSymbol(one.id!)]),
    );
  });
}

/**
 * Returns a part with names instead of ids.
 * @param names by id; a deleted part has its last name
 */
export function toNamed(
  part: Part,
  names: ReadonlyMap<number, string>,
  siblings: readonly Threshold[],
): Part {
  const replacements = new Map(Array.from(names, ([id, name]) => [toSymbol(id), name]));
  return mapLogic(part, (text) => {
    if (!text.includes(mark)) return text;
    return renameThresholds(
      replaceParameters(replaceAliases(text, replacements), replacements),
      siblings.map((one) => [toSymbol(one.id!), thresholdName(one)]),
    );
  });
}

function renameThresholds(text: string, renames: readonly (readonly [from: string, to: string])[]): string {
  if (!text.includes('"')) return text;
  return renames.reduce((renamed, [from, to]) => renameThreshold(renamed, from, to), text);
}

/** Changes the texts of a part that are logic: of thresholds and calculated tags, and the condition of patterns. */
function mapLogic(part: Part, change: (text: string) => string): Part {
  const { logic, patterns } = part.fields;
  if ((part.kind === 'thresholds' || part.kind === 'tags') && typeof logic === 'string') {
    return { ...part, fields: { ...part.fields, logic: change(logic) } };
  }
  const settings = patterns as { condition: string | null } | null | undefined;
  if (!settings?.condition) return part;
  const condition = change(settings.condition);
  return { ...part, fields: { ...part.fields, patterns: { ...settings, condition } } };
}

/** Returns a definition whose indicators list every input that they have settings for or use in their logic. */
export function withNamedInputs(definition: ModelDefinition): ModelDefinition {
  const ids = new Map(definition.tagAliases.map(({ id, name }) => [name, id]));
  const indicators = definition.indicators.map((indicator) => {
    const named = indicator.thresholds.flatMap(({ logic }) =>
      aliasReferences(logic).flatMap(({ name }) => ids.get(name) ?? []),
    );
    const settings = indicator.aliases.map(({ tagAliasId }) => tagAliasId);
    const tagAliasIds = [...new Set([...indicator.tagAliasIds, ...settings, ...named])];
    return { ...indicator, tagAliasIds: tagAliasIds.sort((one, other) => one - other) };
  });
  return { ...definition, indicators };
}
