import type { FieldKind } from '@twinward/contracts/records/field';

/** A column of the table of records that holds the values of one field of a type, so that the field can be indexed. */
export interface RecordSlot {
  /** The field. */
  name: string;
  kind: FieldKind;
  column: string;
  /** Whether it holds the value of every record, so that queries can read it. */
  ready: boolean;
}
