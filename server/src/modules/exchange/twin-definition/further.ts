import type { FieldValues } from '@twinward/contracts/records/field';

/** Data of a twin's part that is not in definitions. */
export interface FurtherOfPart {
  /** Values of further fields. */
  fields: FieldValues;
  /** For a protection: the date from which an activity is counted. */
  startDate: Date | null;
}
