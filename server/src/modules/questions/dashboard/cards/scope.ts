import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { Doer } from '../../../../platform/actor.ts';

/** A time range in epoch milliseconds. */
export interface Span {
  from: number;
  to: number;
}

/** The parameters of reading a card. */
export interface Asked {
  actor: Doer;
  values: CardValues;
  /** The range of the values, in epoch milliseconds. */
  span: Span;
  /** Time zone of the reader. */
  timeZone: string;
  /** The number of buckets that points are merged into. */
  columns: number;
  /** Whether query results must be only seconds old. */
  fresh: boolean;
}

export type Variables = Pick<CardValues, 'site' | 'class' | 'twin'>;
