import type { LanguageError } from './errors.ts';
import { DependencyGraph } from './graph.ts';
import { Positions } from './parser/positions.ts';
import { aliasReferences } from './references.ts';

/** A calculated tag with its logic. */
export interface CalculatedTag {
  id: string;
  /** As the user knows it. */
  name: string;
  text: string;
  /** The id of the tag that each alias is mapped to, by the alias' name. */
  inputs: ReadonlyMap<string, string>;
}

export interface Calculations {
  /** Over the ids of the calculated tags: the order to calculate in, and what depends on a tag. */
  graph: DependencyGraph;
  /** For each tag in a cycle the error that names the cycle, at the alias that leads into it. */
  cycles: ReadonlyMap<string, LanguageError>;
}

/**
 * What calculated tags need of one another, by the aliases that their texts name. A text may have other errors.
 * A tag that only uses a tag in a cycle is not in it.
 */
export function calculations(tags: readonly CalculatedTag[]): Calculations {
  const references = new Map(tags.map(({ id, text }) => [id, aliasReferences(text)]));
  const graph = new DependencyGraph(
    new Map(
      tags.map(({ id, inputs }) => [id, references.get(id)!.flatMap(({ name }) => inputs.get(name) ?? [])]),
    ),
  );
  const byId = new Map(tags.map((tag) => [tag.id, tag]));
  const cycles = new Map<string, LanguageError>();
  for (const id of graph.cycles.flat()) {
    const tag = byId.get(id)!;
    const path = graph.cycleThrough(id)!;
    const reference = references.get(id)!.find(({ name }) => tag.inputs.get(name) === path[1])!;
    const shown = path.map((step) => `[${byId.get(step)!.name}]`).join(' -> ');
    cycles.set(id, {
      code: 'cycle',
      message: `Calculated tags depend on each other in a cycle: ${shown}.`,
      ...new Positions(tag.text).range(reference),
    });
  }
  return { graph, cycles };
}
