import type { FieldValues } from '@twinward/contracts/records/field';

/** What belongs to a part of a twin and is no part of definitions. */
export interface FurtherOfPart {
  /** Values of further fields. */
  fields: FieldValues;
  /** Of a protection: from when an activity counts. */
  startDate: Date | null;
}
