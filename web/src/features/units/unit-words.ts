import type { Unit, UnitUse } from '@twinward/contracts/system/unit';
import { converter } from '@twinward/domain/units/convert';
import { formatCount, formatNumber } from '../../ui/format/format.ts';

export const categoryPath = (id: number): string => `/settings/uoms?category=${id}`;

/** `m³/h – cubic meter per hour`; only the name if both are equal. */
export const unitLabel = ({ abbreviation, name }: Pick<Unit, 'abbreviation' | 'name'>): string =>
  abbreviation === name ? name : `${abbreviation} – ${name}`;

/** `1 psi = 6,894.76 Pa`, with six digits. */
export const conversionText = (from: Unit, to: Unit): string =>
  `1 ${from.abbreviation} = ${formatNumber(converter(from, to)(1))} ${to.abbreviation}`;

/** `12 tags, 3 inputs`; empty without uses. */
export const usesText = (uses: readonly UnitUse[]): string =>
  uses.map(({ usedBy, count }) => `${formatCount(count)} ${usedBy}`).join(', ');
