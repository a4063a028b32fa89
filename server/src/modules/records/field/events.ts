import { defineQuestion } from '../../../platform/events.ts';

/** Which records are asked for: by id, or by the texts that files name them with. */
export interface ReferencesAsked {
  /** `user`, or the identifier of a record type. */
  type: string;
  ids?: readonly number[];
  texts?: readonly string[];
}

export interface Reference {
  id: number;
  /** What it is shown as, and named by in files. */
  caption: string;
  /** The text that it was asked for by; of users, the user name; the caption of a record that was asked for by id. */
  text: string;
}

/**
 * Question: the existing records or users with these ids or texts; null from those that do not own the type. Files name
 * a record by its caption or, where it has one, its unique id.
 */
export const referencesAsked = defineQuestion<ReferencesAsked, Reference[] | null>('field.references');
