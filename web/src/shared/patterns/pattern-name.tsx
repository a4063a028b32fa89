import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { ReactNode } from 'react';
import { Swatch } from './swatch.tsx';

/** The name of a pattern with its color. */
export const PatternName = ({
  pattern: { name, color },
}: {
  pattern: Pick<PatternOfSet, 'name' | 'color'>;
}): ReactNode => <Swatch color={color}>{name}</Swatch>;
