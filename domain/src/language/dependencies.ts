import type { LanguageError } from './errors.ts';
import { DependencyGraph } from './graph.ts';
import { Positions } from './parser/positions.ts';
import { aliasReferences } from './references.ts';

/** A calculated tag with its logic. */
export interface CalculatedTag {
  id: string;
  /** The name shown to users. */
  name: string;
  text: string;
  /** Tag id by alias name. */
  inputs: ReadonlyMap<string, string>;
}

export interface Calculations {
  /** Over the ids of calculated tags: evaluation order and cycles. */
  graph: DependencyGraph;
  /** An error for each tag in a cycle, at the alias that starts the cycle's path. */
  cycles: ReadonlyMap<string, LanguageError>;
}

/**
 * The dependencies of calculated tags, by the aliases in their texts. Texts may have other errors. A tag that
 * only depends on a cycle is not part of it.
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
