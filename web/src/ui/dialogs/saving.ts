/** The state of a save, as of a mutation. */
export interface Saving {
  isPending: boolean;
  error: unknown;
}
