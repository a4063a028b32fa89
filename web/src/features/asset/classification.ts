import type { Classification } from '@twinward/contracts/assets/taxonomy';

/** `category - class - type`, as far as known. */
export const classLabel = ({ category, class: ofClass, type }: Classification): string =>
  [category, ofClass, type].flatMap((term) => (term === null ? [] : [term.caption])).join(' - ');
