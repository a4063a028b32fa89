/** A part of a text, and whether it matches a search word. */
export interface Stretch {
  text: string;
  marked: boolean;
}

/** Splits a text at the matches of words, case-insensitively. */
export function markWords(text: string, words: readonly string[]): Stretch[] {
  const lower = text.toLowerCase();
  // Not marked: a few characters change their length in lower case, which shifts positions.
  if (lower.length !== text.length) return [{ text, marked: false }];
  const isMarked = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    if (word === '') continue;
    for (let at = lower.indexOf(word); at !== -1; at = lower.indexOf(word, at + 1)) {
      isMarked.fill(true, at, at + word.length);
    }
  }
  const stretches: Stretch[] = [];
  let start = 0;
  for (let at = 1; at <= text.length; at += 1) {
    if (at < text.length && isMarked[at] === isMarked[start]) continue;
    stretches.push({ text: text.slice(start, at), marked: isMarked[start] ?? false });
    start = at;
  }
  return stretches;
}
