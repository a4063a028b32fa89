/**
 * The state of a part of a record in a form: null exists, `new` is to be created, `removed` is to be deleted, `edit`
 * is to be created or updated, and `notdefined` does not exist. The form of a twin writes the last one as
 * `notDefined`.
 */
export const lifeCycleStates = ['notdefined', 'notDefined', 'new', 'edit', 'removed'] as const;
export type LifeCycleState = (typeof lifeCycleStates)[number] | null;

const longestShown = 100;

export function invalidLifeCycle(what: 'consequence' | 'probability', state: unknown): string {
  const shown = typeof state === 'string' ? state : JSON.stringify(state);
  return `invalid life cycle state for ${what}: ${shown?.slice(0, longestShown)}`;
}
