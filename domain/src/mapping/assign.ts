/** What may be behind one input, best first. */
export interface Candidates {
  aliasId: number;
  suggestions: readonly { tagId: number; score: number }[];
}

/** What an input is to be mapped to; or why to nothing: no tag is likely enough, or two are equally likely. */
export type Assignment = { tagId: number; score: number } | 'none' | 'ambiguous';

/** Two scores this near to each other tell nothing about which of their tags is meant. */
const tie = 0.01;

/**
 * Gives each input the tag that it most likely means, and no tag to two inputs: the likelier pair comes first.
 * @param minimum the least score, 0 to 1, at which a tag is given.
 * @param taken tags that other inputs of the same twin have already.
 */
export function assignTags(
  inputs: readonly Candidates[],
  minimum: number,
  taken: ReadonlySet<number> = new Set(),
): Map<number, Assignment> {
  const used = new Set(taken);
  const open = new Map(inputs.map((input) => [input.aliasId, input]));
  const assigned = new Map<number, Assignment>();
  while (open.size > 0) {
    const best = [...open.values()]
      .map(({ aliasId, suggestions }) => {
        const [first, second] = suggestions.filter(({ tagId }) => !used.has(tagId));
        return { aliasId, first, second };
      })
      .sort((one, other) => (other.first?.score ?? -1) - (one.first?.score ?? -1))[0]!;
    open.delete(best.aliasId);
    const { first, second } = best;
    if (first === undefined || first.score < minimum) {
      assigned.set(best.aliasId, 'none');
    } else if (second !== undefined && first.score - second.score < tie) {
      assigned.set(best.aliasId, 'ambiguous');
    } else {
      used.add(first.tagId);
      assigned.set(best.aliasId, { tagId: first.tagId, score: first.score });
    }
  }
  return assigned;
}
