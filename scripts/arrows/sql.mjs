const comments = /\/\*[\s\S]*?\*\/|(^|[^:'"`])\/\/.*$/gm;
const identifier = '([a-z_][a-z0-9_]*)';

const builderWrites = new RegExp(
  `\\.(?:insertInto|updateTable|deleteFrom|mergeInto)\\(\\s*'${identifier}`,
  'g',
);
const builderReads = new RegExp(
  `\\.(?:selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|from|using)\\(\\s*'${identifier}`,
  'g',
);
const sqlWrites = new RegExp(
  `\\b(?:insert\\s+into|delete\\s+from(?:\\s+only)?|merge\\s+into|truncate(?:\\s+table)?|copy|update(?:\\s+only)?(?=\\s+${identifier}(?:\\s+(?:as\\s+)?\\w+)?\\s+set\\b))\\s+${identifier}`,
  'gi',
);
const sqlReads = new RegExp(
  `(?<!delete\\s)\\b(?:from|join|using)\\s+(?:only\\s+|lateral\\s+)?${identifier}`,
  'gi',
);

/**
 * The tables that a source file names in SQL or in calls of the query builder.
 * @param {ReadonlySet<string> | ReadonlyMap<string, unknown>} tables those that count
 * @returns {{ writes: string[], reads: string[] }} a table as often as it is named
 */
export function tablesIn(text, tables) {
  const code = text.replace(comments, '$1');
  const statements = templatesOf(code).join('\n;\n');
  const named = (source, pattern) =>
    [...source.matchAll(pattern)].map((match) => match.at(-1)).filter((name) => tables.has(name));
  return {
    writes: [...named(code, builderWrites), ...named(statements, sqlWrites)],
    reads: [...named(code, builderReads), ...named(statements, sqlReads)],
  };
}

/** The texts of all template literals tagged `sql`, those nested in placeholders included. */
function templatesOf(code) {
  const texts = [];
  for (const { index, 0: tag } of code.matchAll(
    /\bsql(?:\.raw\()?(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?\s*`/g,
  )) {
    texts.push(templateFrom(code, index + tag.length));
  }
  return texts;
}

/** The text of a template literal from behind its opening backtick, its placeholders left out. */
function templateFrom(code, start) {
  let text = '';
  for (let i = start; i < code.length && code[i] !== '`'; i++) {
    if (code.startsWith('${', i)) {
      i = endOfPlaceholder(code, i + 2);
      text += ' $ ';
    } else text += code[i];
  }
  return text;
}

function endOfPlaceholder(code, start) {
  for (let i = start, depth = 1; i < code.length; i++) {
    if (code[i] === '{') depth++;
    else if (code[i] === '}' && --depth === 0) return i;
    else if (code[i] === '`') i += templateLength(code, i + 1);
  }
  return code.length;
}

/** Characters of a nested template literal up to and including its closing backtick. */
function templateLength(code, start) {
  let i = start;
  for (; i < code.length && code[i] !== '`'; i++) {
    if (code.startsWith('${', i)) i = endOfPlaceholder(code, i + 2);
  }
  return i - start + 1;
}
