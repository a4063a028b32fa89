import { z } from 'zod';
import { invalidLifeCycle, lifeCycleStates } from './life-cycle-state.ts';

/** The state of a probability or consequence; default null, which means that it exists. */
export const lifeCycleState = (what: 'consequence' | 'probability') =>
  z
    .enum(lifeCycleStates, { error: ({ input }) => invalidLifeCycle(what, input) })
    .nullable()
    .default(null);

/** The state of a work item: `new` or null. The error message says "probability" for compatibility. */
export const workLifeCycleState = z
  .literal('new', { error: ({ input }) => invalidLifeCycle('probability', input) })
  .nullable()
  .default(null);
