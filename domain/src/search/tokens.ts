export type Token =
  | { kind: 'word'; text: string; at: number }
  | { kind: 'AND' | 'OR' | '(' | ')'; at: number }
  | { kind: 'end'; at: number };

/** Splits a text into words, parentheses, and the operators AND and OR in any case. `at` is the position from 1. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: part, index } of text.matchAll(/[()]|[^\s()]+/g)) {
    const at = index + 1;
    const upper = part.toUpperCase();
    if (part === '(' || part === ')') tokens.push({ kind: part, at });
    else if (upper === 'AND' || upper === 'OR') tokens.push({ kind: upper, at });
    else tokens.push({ kind: 'word', text: part, at });
  }
  tokens.push({ kind: 'end', at: text.length + 1 });
  return tokens;
}
