import {
  invalidLifeCycle,
  type LifeCycleState,
  lifeCycleStates,
} from '@twinward/contracts/assets/life-cycle-state';

/** The subject of a state, for error messages. */
export type LifeCycleOwner = 'consequence' | 'probability';

function checked(what: LifeCycleOwner, state: string | null): LifeCycleState {
  if (state === null || (lifeCycleStates as readonly string[]).includes(state)) {
    return state as LifeCycleState;
  }
  throw new RangeError(invalidLifeCycle(what, state));
}

const isUndefined = (state: LifeCycleState): boolean => state === 'notdefined' || state === 'notDefined';

/**
 * The state of a probability or consequence after an edit: not defined becomes new, removed becomes edited, any other
 * is kept.
 * @throws RangeError for an unknown state.
 */
export function stateWhenEdited(what: LifeCycleOwner, state: string | null): LifeCycleState {
  const known = checked(what, state);
  if (isUndefined(known)) return 'new';
  return known === 'removed' ? 'edit' : known;
}

/**
 * The state of a probability or consequence after its removal: new becomes not defined, existing becomes removed, any
 * other becomes edited.
 * @throws RangeError for an unknown state.
 */
export function stateWhenRemoved(what: LifeCycleOwner, state: string | null): LifeCycleState {
  const known = checked(what, state);
  if (known === 'new') return 'notdefined';
  return known === null ? 'removed' : 'edit';
}

/**
 * The state in the form of a twin or failure mode, by whether there was one when the form was opened and whether there
 * is one now.
 */
export function stateInForm(existed: boolean, isSet: boolean): LifeCycleState {
  if (existed) return isSet ? null : 'removed';
  return isSet ? 'edit' : 'notDefined';
}

/** Whether a probability or consequence is assigned. @throws RangeError for an unknown state. */
export function isAssigned(what: LifeCycleOwner, state: string | null): boolean {
  const known = checked(what, state);
  return !isUndefined(known) && known !== 'removed';
}

const identifying = ['id', 'assetId', 'twinId', 'failureModeId'] as const;

/** A removed probability or consequence: only its identity and state are kept. */
export function removed<T extends { lifeCycleState: string | null }>(
  what: LifeCycleOwner,
  record: T,
): Partial<T> & { lifeCycleState: LifeCycleState } {
  const kept = Object.fromEntries(
    Object.entries(record).filter(([name]) => (identifying as readonly string[]).includes(name)),
  );
  return { ...(kept as Partial<T>), lifeCycleState: stateWhenRemoved(what, record.lifeCycleState) };
}
