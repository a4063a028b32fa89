import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { ModelDefinition } from '@twinward/contracts/library/definition';

type Action = ModelDefinition['indicators'][number]['thresholds'][number]['actions'][number];

/** Returns a definition with other actions of thresholds. */
const mapActions = (definition: ModelDefinition, change: (action: Action) => Action): ModelDefinition => ({
  ...definition,
  indicators: definition.indicators.map((indicator) => ({
    ...indicator,
    thresholds: indicator.thresholds.map((threshold) => ({
      ...threshold,
      actions: threshold.actions.map(change),
    })),
  })),
});

const listActions = ({ indicators }: ModelDefinition): Action[] =>
  indicators.flatMap(({ thresholds }) => thresholds.flatMap(({ actions }) => actions));

/** Returns the ids of the users in actions. */
export const listUserIds = (definition: ModelDefinition): number[] => [
  ...new Set(
    listActions(definition).flatMap((action) =>
      action.type === 'advisory'
        ? action.reviewerUserIds
        : action.who.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
    ),
  ),
];

/** Returns the names of the groups in actions. */
export const listGroupNames = (definition: ModelDefinition): string[] => [
  ...new Set(
    listActions(definition).flatMap((action) =>
      action.type === 'advisory'
        ? action.reviewerGroupIds
        : action.who.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
    ),
  ),
];

/**
 * Returns a definition whose actions refer to other users. Users without a new id are omitted, and so are mail
 * addresses and ids of actions.
 */
export const withUsers = (definition: ModelDefinition, ids: ReadonlyMap<number, number>): ModelDefinition =>
  mapActions(definition, ({ id: _, ...action }) =>
    action.type === 'advisory'
      ? { ...action, reviewerUserIds: action.reviewerUserIds.flatMap((id) => ids.get(id) ?? []) }
      : {
          ...action,
          who: action.who.flatMap((one): Recipient[] => {
            if (one.type === 'email') return [];
            if (one.type === 'group') return [one];
            const id = ids.get(one.id);
            return id === undefined ? [] : [{ ...one, id }];
          }),
        },
  );

/**
 * Returns a definition that can be given to another installation: its actions refer to groups, but not to users or mail
 * addresses.
 */
export const withoutUsers = (definition: ModelDefinition): ModelDefinition =>
  withUsers(definition, new Map());
