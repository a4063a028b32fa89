import type { Suggestion } from '@twinward/contracts/twins/mapping';
import { unitText } from '@twinward/domain/unit-text';

const labels: Record<Suggestion['parts'][number]['part'], string> = {
  name: 'name',
  keywords: 'keywords',
  unit: 'unit',
  description: 'description',
  asset: 'asset',
};

/** The reasons of a suggestion: each matching part, with its words. */
export function formatReasons({ parts }: Pick<Suggestion, 'parts'>): string {
  const fitting = parts.filter(({ score, matched }) => score > 0 && matched.length > 0);
  if (fitting.length === 0) return 'Little in common.';
  return fitting
    .map(({ part, matched }) => {
      const words = part === 'unit' ? matched.map(readable) : matched;
      return part === 'asset' ? words.join(', ') : `${labels[part]}: ${words.join(', ')}`;
    })
    .join(' · ');
}

/** `bar ~ [psi]` with units as displayed. */
const readable = (match: string): string =>
  match
    .split(' ~ ')
    .map((unit) => unitText(unit) ?? unit)
    .join(' ~ ');
