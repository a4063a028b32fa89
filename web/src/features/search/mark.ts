/** A stretch of a text, and whether it is one of the words that were searched for. */
export interface Stretch {
  text: string;
  marked: boolean;
}

/** Cuts a text where the words are found in it, without regard to case. */
export function markWords(text: string, words: readonly string[]): Stretch[] {
  const lower = text.toLowerCase();
  // Of the few texts that change their length in lower case, no place is known.
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
