import { type Token, tokenize } from './tokens.ts';

/** A search: words joined by AND and OR. */
export type SearchExpression =
  | { kind: 'word'; text: string }
  | { kind: 'AND' | 'OR'; parts: SearchExpression[] };

/** `expression` is null for an empty text. */
type ParsedSearch = { ok: true; expression: SearchExpression | null } | { ok: false; message: string };

export const maximumWords = 50;
const maximumDepth = 8;

class SearchError extends Error {
  override name = 'SearchError';
}

/**
 * Parses the text of the search box: adjacent words are joined by AND, which has precedence over OR; parentheses group.
 * A surplus token, such as a second AND or an unmatched closing parenthesis, is ignored.
 */
export function parseSearch(text: string): ParsedSearch {
  const tokens = tokenize(text);
  if (tokens.length === 1) return { ok: true, expression: null };
  const words = tokens.filter((token) => token.kind === 'word').length;
  if (words === 0) return { ok: false, message: 'Must specify at least one word to search.' };
  try {
    if (words > maximumWords) throw new SearchError(`at most ${maximumWords} words.`);
    return { ok: true, expression: new Parser(tokens).parse() };
  } catch (error) {
    if (!(error instanceof SearchError)) throw error;
    return { ok: false, message: `Invalid Expression: ${error.message}` };
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  parse(): SearchExpression {
    return this.#alternatives();
  }

  get #token(): Token {
    return this.#tokens[this.#position]!;
  }

  #alternatives(): SearchExpression {
    const parts = [this.#all()];
    while (this.#token.kind === 'OR') {
      this.#position += 1;
      parts.push(this.#all());
    }
    return join('OR', parts);
  }

  #all(): SearchExpression {
    const parts = [this.#term()];
    for (;;) {
      if (this.#token.kind === ')' && this.#depth === 0) this.#position += 1;
      else if (this.#token.kind === 'AND') {
        this.#position += 1;
        parts.push(this.#term());
      } else if (startsTerm(this.#token)) parts.push(this.#term());
      else return join('AND', parts);
    }
  }

  #term(): SearchExpression {
    let token = this.#token;
    const next = this.#tokens[this.#position + 1];
    // A surplus token before a term is ignored.
    if (!startsTerm(token) && next && startsTerm(next)) {
      this.#position += 1;
      token = next;
    }
    if (token.kind === 'word') {
      this.#position += 1;
      return { kind: 'word', text: token.text };
    }
    if (token.kind !== '(') throw new SearchError(`a word is missing at position ${token.at}.`);
    if (this.#depth === maximumDepth) {
      throw new SearchError(`parentheses nest at most ${maximumDepth} deep.`);
    }
    this.#position += 1;
    this.#depth += 1;
    const inner = this.#alternatives();
    if (this.#token.kind !== ')') {
      throw new SearchError(`')' is missing at position ${this.#token.at}.`);
    }
    this.#position += 1;
    this.#depth -= 1;
    return inner;
  }
}

function startsTerm({ kind }: Token): boolean {
  return kind === 'word' || kind === '(';
}

function join(kind: 'AND' | 'OR', parts: SearchExpression[]): SearchExpression {
  return parts.length === 1 ? parts[0]! : { kind, parts };
}
