import type { FieldKind } from '@twinward/contracts/records/field';

/** A column of the table of records that holds the values of a field of a type, so that an index of it is of a column. */
export interface RecordSlot {
  /** The field. */
  name: string;
  kind: FieldKind;
  column: string;
  /** Whether it holds the value of every record, and queries may read it. */
  ready: boolean;
}
