import type { ListItemUse, ListKind } from '@twinward/contracts/system/value-list';
import { formatCount } from '../../ui/format/format.ts';

export const kindLabels: Record<ListKind, string> = {
  plain: 'Plain',
  coloured: 'Coloured',
  simple: 'Simple',
};

export const kindNotes: Record<ListKind, string> = {
  plain: 'Plain: values with captions',
  coloured: 'Coloured: names with colours',
  simple: 'Simple: names',
};

export const listPath = (name: string): string => `/settings/lists/edit/${encodeURIComponent(name)}`;

/** `12 work, 3 failure modes`; empty without uses. */
export const usesText = (uses: readonly ListItemUse[]): string =>
  uses.map(({ usedBy, count }) => `${formatCount(count)} ${usedBy}`).join(', ');
