import { z } from 'zod';
import { invalidLifeCycle, lifeCycleStates } from './life-cycle-state.ts';

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
