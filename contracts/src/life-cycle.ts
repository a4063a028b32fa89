import { z } from 'zod';

/**
 * What a form did to something that belongs to a record: null is one that exists, `new` one to be made,
 * `removed` one to be deleted, `edit` one to be written whichever it is, and `notdefined` none. A twin's form
 * writes the last as `notDefined`.
 */
export const lifeCycleStates = ['notdefined', 'notDefined', 'new', 'edit', 'removed'] as const;
export type LifeCycleState = (typeof lifeCycleStates)[number] | null;

export const invalidLifeCycle = (what: 'consequence' | 'probability', state: unknown): string =>
  `invalid life cycle state for ${what}: ${String(state)}`;

/** The state of a probability or consequence; of one that exists unless given. */
export const lifeCycleState = (what: 'consequence' | 'probability') =>
  z
    .enum(lifeCycleStates, { error: ({ input }) => invalidLifeCycle(what, input) })
    .nullable()
    .default(null);

/** The state of an item of work: `new` or null. Its message speaks of a probability, as it always has. */
export const workLifeCycleState = z
  .literal('new', { error: ({ input }) => invalidLifeCycle('probability', input) })
  .nullable()
  .default(null);
