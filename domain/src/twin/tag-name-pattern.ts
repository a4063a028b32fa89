/** What names of tags may call an asset by. */
export interface AssetNames {
  uniqueId: string;
  assetName: string;
}

/**
 * What the tag of another asset would be called if its name followed the pattern of this one: the asset's
 * unique id or name in it is replaced by the other's, wherever it stands as a whole word. The likelier first;
 * none where the name speaks of no asset.
 */
export function namesByPattern(tagName: string, from: AssetNames, to: AssetNames): string[] {
  const candidates = [
    [from.uniqueId, to.uniqueId],
    [from.assetName, to.assetName],
    // Names of tags hold no white space where those of assets do.
    [joined(from.assetName), joined(to.assetName)],
  ] as const;
  const names = candidates.flatMap(([word, other]) => {
    if (word.trim() === '') return [];
    const renamed = tagName.replace(wholeWord(word), () => other);
    return renamed === tagName ? [] : [renamed];
  });
  return [...new Set(names)];
}

const joined = (name: string): string => name.replace(/\s+/g, '');

function wholeWord(word: string): RegExp {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu');
}
