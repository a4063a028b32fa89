import type { Permissions } from '@twinward/contracts/access/access';
import type { RecordType, StateTransition } from '@twinward/contracts/records/record-type';

type States = Pick<RecordType, 'states' | 'transitions'>;

/** The state of a new record; null for a type without states. */
export const firstState = ({ states }: States): string | null => states[0]?.name ?? null;

/** The steps that a user who may write the records can make from a state. */
export const stepsFrom = (
  { transitions }: States,
  state: string | null,
  user: Pick<Permissions, 'isAdmin' | 'groups'>,
): StateTransition[] => transitions.filter(({ from, ...step }) => from === state && mayMake(step, user));

/** Whether a user who may write the records can make a step. */
export const mayMake = (
  { groups }: Pick<StateTransition, 'groups'>,
  user: Pick<Permissions, 'isAdmin' | 'groups'>,
): boolean => user.isAdmin || groups.length === 0 || groups.some((group) => user.groups.includes(group));

export const captionOfState = ({ states }: States, name: string | null): string =>
  states.find((state) => state.name === name)?.caption ?? name ?? '';
