/** The matching tags of one input, best first. */
export interface Candidates {
  aliasId: number;
  suggestions: readonly { tagId: number; score: number }[];
}

/**
 * The assigned tag of an input, or the reason for none: no tag is likely enough, or two are equally likely.
 */
type Assignment = { tagId: number; score: number } | 'none' | 'ambiguous';

/** Scores that differ by less than this count as equal. */
const tie = 0.01;

/**
 * Assigns each input its best matching tag, and no tag twice: better matches come first.
 * @param minimum minimum score, 0 to 1.
 * @param taken tags that other inputs of the same twin already have.
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
