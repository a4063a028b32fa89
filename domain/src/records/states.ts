import type { Permissions } from '@twinward/contracts/access/access';
import type { RecordType, StateTransition } from '@twinward/contracts/records/record-type';

type States = Pick<RecordType, 'states' | 'transitions'>;

/** Returns the state of a new record. Null for a type without states. */
export const firstState = ({ states }: States): string | null => states[0]?.name ?? null;

/** Returns the steps from a state that are open to a user who may write the records. */
export const stepsFrom = (
  { transitions }: States,
  state: string | null,
  user: Pick<Permissions, 'isAdmin' | 'groups'>,
): StateTransition[] => transitions.filter(({ from, ...step }) => from === state && mayMake(step, user));

/** Whether a step is open to a user who may write the records. */
export const mayMake = (
  { groups }: Pick<StateTransition, 'groups'>,
  user: Pick<Permissions, 'isAdmin' | 'groups'>,
): boolean => user.isAdmin || groups.length === 0 || groups.some((group) => user.groups.includes(group));

export const captionOfState = ({ states }: States, name: string | null): string =>
  states.find((state) => state.name === name)?.caption ?? name ?? '';
