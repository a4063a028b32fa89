/** Keywords in one text field, separated by commas. */
export const keywordsText = (keywords: readonly string[]): string => keywords.join(', ');

export const splitKeywords = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];
