import type { Recipient } from '@twinward/contracts/advisories/notification';
import type { ModelDefinition } from '@twinward/contracts/library/definition';
import { compareTexts } from '@twinward/domain/exchange/json';
import type { Db } from '../../../platform/database/database.ts';
import { findUserReferences } from '../../access/user/service.ts';
import type { KindCall } from './kind.ts';

type Action = ModelDefinition['indicators'][number]['thresholds'][number]['actions'][number];

/** A definition with other actions of thresholds. */
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

const actionsOf = ({ indicators }: ModelDefinition): Action[] =>
  indicators.flatMap(({ thresholds }) => thresholds.flatMap(({ actions }) => actions));

/** The ids of the users that actions name. */
const userIdsOf = (definition: ModelDefinition): number[] => [
  ...new Set(
    actionsOf(definition).flatMap((action) =>
      action.type === 'advisory'
        ? action.reviewerUserIds
        : action.who.flatMap((one) => (one.type === 'user' ? [one.id] : [])),
    ),
  ),
];

/** The names of the groups that actions name. */
export const groupsOf = (definition: ModelDefinition): string[] => [
  ...new Set(
    actionsOf(definition).flatMap((action) =>
      action.type === 'advisory'
        ? action.reviewerGroupIds
        : action.who.flatMap((one) => (one.type === 'group' ? [one.id] : [])),
    ),
  ),
];

/**
 * A definition whose actions name other users; those without a new id are left out, as are mail addresses and ids of
 * actions.
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

/** The names of the users that actions name, by id. */
export async function readUserNames(
  db: Db,
  definitions: readonly ModelDefinition[],
): Promise<Map<number, string>> {
  const ids = [...new Set(definitions.flatMap(userIdsOf))];
  const found = ids.length === 0 ? [] : ((await findUserReferences(db, { type: 'user', ids })) ?? []);
  return new Map(found.map(({ id, caption }) => [id, caption]));
}

/** The users that the actions of a record name, and by id their places among them, from 1. */
export function placeUsers(
  definitions: readonly ModelDefinition[],
  names: ReadonlyMap<number, string>,
): { users: string[]; places: ReadonlyMap<number, number> } {
  const named = new Set(definitions.flatMap(userIdsOf).flatMap((id) => names.get(id) ?? []));
  const users = [...named].sort(compareTexts);
  return { users, places: new Map([...names].map(([id, name]) => [id, users.indexOf(name) + 1])) };
}

/** The ids that the users of a record have here, by their places; those that are left out have none. */
export async function findUserIds(call: KindCall, users: readonly string[]): Promise<Map<number, number>> {
  const ids = new Map<number, number>();
  for (const [index, name] of users.entries()) {
    const id = await call.userId(name);
    if (id !== null) ids.set(index + 1, id);
  }
  return ids;
}
