/** Identifies a record by the name of its type and its id. */
export interface RecordKey {
  type: string;
  id: number;
}
