/** The names of an asset that tag names may contain. */
export interface AssetNames {
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
    const renamed = tagName.replace(wholeWord(word), () => other);
    return renamed === tagName ? [] : [renamed];
  });
  return [...new Set(names)];
}

/**
 * Creates a function that replaces the asset's names in a tag name by `{uniqueId}` or `{assetName}`, as whole words. It
 * returns null if the tag name contains neither. Use it for all tags of an asset: compiling its expressions takes far
 * longer than applying them.
 */
export function createTagNamePattern({
  uniqueId,
  assetName,
}: AssetNames): (tagName: string) => string | null {
  const words = Object.entries({ uniqueId, assetName }).flatMap(([field, word]) =>
    word.trim() === '' ? [] : [{ field, expression: wholeWord(word) }],
  );
  return (tagName) => {
    for (const { field, expression } of words) {
      const pattern = tagName.replace(expression, () => `{${field}}`);
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

function wholeWord(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
