const comments = /\/\*[\s\S]*?\*\/|(^|[^:'"`])\/\/.*$/gm;
const identifier = '([a-z_][a-z0-9_]*)';

const builderWrites = new RegExp(
  `(?:\\.(?:insertInto|updateTable|deleteFrom|mergeInto)|\\b(?:versionedTableRows|tableRows))\\(\\s*'${identifier}`,
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
 * Finds the tables that a source file uses in SQL or in calls of the query builder.
 * @param {ReadonlySet<string> | ReadonlyMap<string, unknown>} tables the tables to find
 * @returns {{ writes: string[], reads: string[] }} with duplicates
 */
export function tablesIn(text, tables) {
  const code = text.replace(comments, '$1');
  const statements = findTemplates(code).join('\n;\n');
  const named = (source, pattern) =>
    [...source.matchAll(pattern)].map((match) => match.at(-1)).filter((name) => tables.has(name));
  return {
    writes: [...named(code, builderWrites), ...named(statements, sqlWrites)],
    reads: [...named(code, builderReads), ...named(statements, sqlReads)],
  };
}

/** Returns the texts of all template literals tagged `sql`, including those nested in placeholders. */
function findTemplates(code) {
  const texts = [];
  for (const { index, 0: tag } of code.matchAll(
    /\bsql(?:\.raw\()?(?:<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>)?\s*`/g,
  )) {
    texts.push(templateFrom(code, index + tag.length));
  }
  return texts;
}

/** Returns the text of a template literal after its opening backtick, without placeholders. */
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

/** Returns the length of a nested template literal, including its closing backtick. */
function templateLength(code, start) {
  let i = start;
  for (; i < code.length && code[i] !== '`'; i++) {
    if (code.startsWith('${', i)) i = endOfPlaceholder(code, i + 2);
  }
  return i - start + 1;
}
