/**
 * What a form did to something that belongs to a record: null is one that exists, `new` one to be made,
 * `removed` one to be deleted, `edit` one to be written whichever it is, and `notdefined` none. A twin's form
 * writes the last as `notDefined`.
 */
export const lifeCycleStates = ['notdefined', 'notDefined', 'new', 'edit', 'removed'] as const;
export type LifeCycleState = (typeof lifeCycleStates)[number] | null;

const longestShown = 100;

export function invalidLifeCycle(what: 'consequence' | 'probability', state: unknown): string {
  const shown = typeof state === 'string' ? state : JSON.stringify(state);
  return `invalid life cycle state for ${what}: ${shown?.slice(0, longestShown)}`;
}
