/** The names of an asset that tag names may contain. */
interface AssetNames {
  uniqueId: string;
  assetName: string;
}

/**
 * Candidate names of another asset's tag, by the pattern of this tag's name: the asset's unique id or name in it is
 * replaced by the other's, if it is a whole word. The most likely first; empty if the name does not contain the asset.
 */
export function namesByPattern(tagName: string, from: AssetNames, to: AssetNames): string[] {
  const candidates = [
    [from.uniqueId, to.uniqueId],
    [from.assetName, to.assetName],
    // Tag names contain no white space, while asset names may.
    [joined(from.assetName), joined(to.assetName)],
  ] as const;
  const names = candidates.flatMap(([word, other]) => {
    if (word.trim() === '') return [];
    const renamed = createWordReplacer(word)(tagName, other);
    return renamed === tagName ? [] : [renamed];
  });
  return [...new Set(names)];
}

/**
 * Creates a function that replaces the asset's names in a tag name by `{uniqueId}` or `{assetName}`, as whole words. It
 * returns null if the tag name contains neither.
 */
export function createTagNamePattern({
  uniqueId,
  assetName,
}: AssetNames): (tagName: string) => string | null {
  const words = Object.entries({ uniqueId, assetName }).flatMap(([field, word]) =>
    word.trim() === '' ? [] : [{ field, replace: createWordReplacer(word) }],
  );
  return (tagName) => {
    for (const { field, replace } of words) {
      const pattern = replace(tagName, `{${field}}`);
      if (pattern !== tagName) return pattern;
    }
    return null;
  };
}

/** Returns the names that a pattern gives for an asset, the most likely first. Tag names contain no white space. */
export function namesOfPattern(pattern: string, { uniqueId, assetName }: AssetNames): string[] {
  const named = (name: string) =>
    pattern.replaceAll('{uniqueId}', () => uniqueId).replaceAll('{assetName}', () => name);
  return [...new Set([named(assetName), named(joined(assetName))])];
}

const joined = (name: string): string => name.replace(/\s+/g, '');

const letterBefore = /[\p{L}\p{N}]$/u;
const letterAfter = /^[\p{L}\p{N}]/u;

/**
 * Creates a function that replaces a word in texts, ignoring case, where neither a letter nor a digit is next to it. The
 * neighbors are not part of the expression: compiling their classes for each word takes longer than all else.
 */
function createWordReplacer(word: string): (text: string, replacement: string) => string {
  const literal = new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu');
  return (text, replacement) => {
    let replaced = '';
    let end = 0;
    literal.lastIndex = 0;
    for (let match = literal.exec(text); match !== null; match = literal.exec(text)) {
      const { index } = match;
      // A character is at most two code units.
      const isPart =
        letterBefore.test(text.slice(Math.max(0, index - 2), index)) ||
        letterAfter.test(text.slice(literal.lastIndex, literal.lastIndex + 2));
      if (isPart) literal.lastIndex = index + String.fromCodePoint(text.codePointAt(index)!).length;
      else {
        replaced += text.slice(end, index) + replacement;
        end = literal.lastIndex;
      }
    }
    return replaced + text.slice(end);
  };
}
