/**
 * Patterns of text fields. They are regular expressions by users that run on the server, so their matching time is
 * bounded.
 */

/** Maximum number of `*`, `+` and `{n,}`: each may try as many lengths as the text has characters. */
const maximumUnbounded = 2;
/** Maximum number of combinations of optional parts and alternatives. */
const maximumWays = 256;
const maximumRepeat = 100;

const quantifier = /^(?:[*+?]|\{(\d{1,4})(,)?(\d{1,4})?\})\??/;

/** The choices of a group, or of the whole pattern. */
interface Group {
  unbounded: number;
  ways: number;
  branches: number;
}

/** Returns the error of a pattern. Null if it is valid. */
export function patternProblem(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'Please enter a valid regular expression.';
  }
  const groups: Group[] = [{ unbounded: 0, ways: 1, branches: 1 }];
  for (let at = 0; at < pattern.length; ) {
    const end = endOfAtom(pattern, at);
    if (end === null) return 'Backreferences and look-around are not supported in patterns.';
    const atom = pattern.slice(at, end);
    at = end;
    const found = quantifier.exec(pattern.slice(at));
    at += found?.[0].length ?? 0;
    const { least, most } = parseRepeats(found);
    if (Math.max(least, most === Number.POSITIVE_INFINITY ? 0 : most) > maximumRepeat)
      return `A pattern repeats at most ${maximumRepeat} times.`;
    if (atom.startsWith('(')) {
      groups.push({ unbounded: 0, ways: 1, branches: 1 });
    } else if (atom === '|') {
      groups.at(-1)!.branches += 1;
    } else if (atom === ')') {
      const { unbounded, ways, branches } = groups.pop()!;
      if (least !== most) return 'A group can only be repeated a fixed number of times, as in (ab){3}.';
      const outer = groups.at(-1)!;
      outer.unbounded += unbounded * least;
      outer.ways *= (ways * branches) ** least;
    } else if (most === Number.POSITIVE_INFINITY) {
      groups.at(-1)!.unbounded += 1;
    } else {
      groups.at(-1)!.ways *= most - least + 1;
    }
  }
  const [{ unbounded, ways }] = groups as [Group];
  if (unbounded > maximumUnbounded) return `A pattern may have at most ${maximumUnbounded} of *, + and {n,}.`;
  if (ways > maximumWays) return 'The pattern has too many optional parts and alternatives.';
  return null;
}

function parseRepeats(found: RegExpExecArray | null): { least: number; most: number } {
  if (!found) return { least: 1, most: 1 };
  const [text, least, comma, most] = found;
  if (least === undefined) {
    return { least: text.startsWith('+') ? 1 : 0, most: text.startsWith('?') ? 1 : Number.POSITIVE_INFINITY };
  }
  if (comma === undefined) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === undefined ? Number.POSITIVE_INFINITY : Number(most) };
}

/** Returns the end of a character, escape, class or group mark. Null for an unsupported construct. */
function endOfAtom(pattern: string, at: number): number | null {
  const character = pattern[at];
  if (character === '\\') {
    if (/^\\[1-9k]/.test(pattern.slice(at))) return null;
    const escaped = /^\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|.)/su.exec(
      pattern.slice(at),
    );
    return at + (escaped?.[0].length ?? 1);
  }
  if (character === '[') {
    let end = at + 1;
    while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1;
    return end + 1;
  }
  if (character === '(' && pattern[at + 1] === '?') return pattern[at + 2] === ':' ? at + 3 : null;
  return at + 1;
}

const compiled = new Map<string, RegExp>();

/** Whether the whole text matches a pattern that `patternProblem` accepts. */
export function matchesPattern(pattern: string, value: string): boolean {
  let expression = compiled.get(pattern);
  if (!expression) {
    if (compiled.size >= 1000) compiled.clear();
    expression = new RegExp(`^(?:${pattern})$`, 'u');
    compiled.set(pattern, expression);
  }
  return expression.test(value);
}
