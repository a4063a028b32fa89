import { defineQuestion } from '../../../platform/events.ts';

/** Selects records by id, or by the texts that files use for them. */
export interface ReferencesAsked {
  /** `user`, or the identifier of a record type. */
  type: string;
  ids?: readonly number[];
  texts?: readonly string[];
}

export interface Reference {
  id: number;
  /** The text that screens and files show for the record. */
  caption: string;
  /** The text that was asked for. For users, the user name. For a record that was asked for by id, the caption. */
  text: string;
}

/**
 * Question: which records or users have these ids or texts? Subscribers that do not own the type answer null. Files
 * identify a record by its caption, or by its unique id if it has one.
 */
export const referencesAsked = defineQuestion<ReferencesAsked, Reference[] | null>('field.references');
