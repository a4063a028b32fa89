import type { Completion } from '@twinward/contracts/core/completion';
import { aliasReferences } from '@twinward/domain/language';
import { calculatedTagCompletion } from '@twinward/domain/rules/completion';

/** A name that logic may use, and the tag behind it. */
export interface Alias {
  name: string;
  mapped_tag_id: number | null;
}

/** The names in a logic that have no tag behind them. */
export function unmappedIn(logic: string, aliases: readonly Alias[]): string[] {
  const unmapped = new Set(
    aliases.filter(({ mapped_tag_id }) => mapped_tag_id === null).map(({ name }) => name),
  );
  return [...new Set(aliasReferences(logic).map(({ name }) => name))].filter((name) => unmapped.has(name));
}

/** The tags that a logic reads, by alias. */
export function mappedIn(logic: string, aliases: readonly Alias[]): Map<string, number> {
  const names = new Set(aliasReferences(logic).map(({ name }) => name));
  return new Map(
    aliases.flatMap(({ name, mapped_tag_id }) =>
      names.has(name) && mapped_tag_id !== null ? [[name, mapped_tag_id] as const] : [],
    ),
  );
}

/** Whether there is logic, and a tag behind every name in it. */
export function isCalculable(logic: string, aliases: readonly Alias[]): boolean {
  return logic.trim() !== '' && unmappedIn(logic, aliases).length === 0;
}

/** Which steps of setting up a calculated tag are done. */
export function completionOf(logic: string, aliases: readonly { mappedTagId: number | null }[]): Completion {
  return calculatedTagCompletion({
    hasAliases: aliases.length > 0,
    aliasesMapped: aliases.every(({ mappedTagId }) => mappedTagId !== null),
    hasLogic: logic.trim() !== '',
  });
}
