import type { CardByKind } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues, DataByKind } from '@twinward/contracts/questions/dashboard-data';
import type { ReadKind } from '../api/card-source.ts';

export interface CardProps<Kind extends ReadKind> {
  card: CardByKind<Kind>;
  data: DataByKind<Kind>;
  title: string;
  values: CardValues;
  /** Height of the content in pixels. */
  height: number;
}
