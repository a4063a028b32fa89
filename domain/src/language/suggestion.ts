const furthest = 2;

/** The Levenshtein distance of two words, or Infinity if it is more than `furthest`. */
export function edits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > furthest) return Infinity;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(substitution, previous[j]! + 1, current[j - 1]! + 1));
    }
    if (Math.min(...current) > furthest) return Infinity;
    previous = current;
  }
  return previous[b.length]!;
}

/**
 * The candidate nearest to a mistyped word, within two edits and different from the word. The first candidate
 * wins a tie; null if none is near enough.
 */
export function nearest(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let distance = furthest + 1;
  for (const candidate of candidates) {
    const count = edits(word, candidate);
    if (count > 0 && count < distance) {
      best = candidate;
      distance = count;
    }
  }
  return best;
}

/**
 * Maximum number of comparisons per text: enough for real texts, few enough that a hostile one can't stall
 * the server.
 */
const mostComparisons = 20_000;

/** In characters: a comparison takes quadratic time. The maximum length of an alias. */
const longestWord = 100;

/** Suggests corrections for the unknown words of a text. */
export class Suggestions {
  private comparisons = 0;

  /**
   * ` Did you mean [Flow]?`, or nothing if no candidate is near enough. `show` adds brackets or quotes to a
   * candidate.
   */
  didYouMean(
    word: string,
    candidates: readonly string[],
    show: (candidate: string) => string = (candidate) => candidate,
  ): string {
    this.comparisons += candidates.length;
    const costly = this.comparisons > mostComparisons || word.length > longestWord;
    const candidate = costly ? null : nearest(word, candidates);
    return candidate === null ? '' : ` Did you mean ${show(candidate)}?`;
  }
}
