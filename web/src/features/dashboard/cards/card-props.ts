import type { CardOf } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues, DataOf } from '@twinward/contracts/questions/dashboard-data';
import type { ReadKind } from '../api/card-source.ts';

export interface CardProps<Kind extends ReadKind> {
  card: CardOf<Kind>;
  data: DataOf<Kind>;
  title: string;
  values: CardValues;
  /** Height of the content in pixels. */
  height: number;
}
