import { type ErrorBody, notInStore } from '@twinward/contracts/core/error';
import { emailAddress } from '@twinward/contracts/core/primitives';
import type { ProtectionDefinition } from '@twinward/contracts/protections/protection';
import type { ThresholdError } from '@twinward/domain/evaluation';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { resolvePrincipals } from '../../access/security/service.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import { mayNameParameter, readLogicUnits, unitOfInput } from '../definition/service.ts';
import { checkInThread } from '../evaluation/service.ts';
import { selectActivities, type selectAliasesOfTwin, selectFailureModes } from './store.ts';

type Problems = NonNullable<ErrorBody['errors']>;
export type AliasRow = Awaited<ReturnType<typeof selectAliasesOfTwin>>[number];

/**
 * Returns the inputs of a definition that the engine accepts.
 * @param patterns names of the patterns that its logic can use
 * @param known logic that was saved before: mixed units are an error only in other logic; null if no logic is new
 * @throws AppError `invalid-expression` with every error of the logic at its threshold; `invalid-request` for an input
 *   of another twin, or with settings of the wrong kind.
 */
export async function checkDefinition(
  db: Db,
  definition: ProtectionDefinition,
  ofTwin: readonly AliasRow[],
  {
    twinId,
    startDate,
    known,
    patterns = [],
  }: {
    twinId: number;
    startDate: Date | null;
    known: readonly string[] | null;
    patterns?: readonly string[];
  },
): Promise<AliasRow[]> {
  const wrong = inputProblems(definition, ofTwin);
  if (wrong.length > 0) throw new AppError('invalid-request', wrong[0]!.message, { errors: wrong });
  const { thresholds, tagAliasIds, aliases, type, defaultLevel } = definition;
  const logics = thresholds.map(({ logic }) => logic);
  const parameters = logics.some(mayNameParameter) ? await listParameters(db, twinId) : [];
  const checked = await checkInThread({
    saved: { thresholds, tagAliasIds, aliases, type, defaultLevel, startDate: definition.startDate },
    ofTwin: ofTwin.map((alias) => ({
      id: alias.id,
      name: alias.name,
      type: alias.type,
      unit: unitOfInput(alias),
    })),
    startDate: startDate?.getTime() ?? null,
    parameters,
    units: await readLogicUnits(db, logics, ofTwin, parameters),
    patterns,
    changed: logics.flatMap((logic, index) => (known?.includes(logic) === false ? [index] : [])),
  });
  if (checked.errors.length > 0) {
    const errors = checked.errors.map(toProblem);
    throw new AppError('invalid-expression', errors[0]!.message, { errors });
  }
  const ids = new Set(checked.aliasIds);
  return ofTwin.filter(({ id }) => ids.has(id));
}

function toProblem({ threshold, message, code, from, to }: ThresholdError): Problems[number] {
  if (threshold < 0) return { path: 'aliases', message };
  const field = code === 'deadband' ? 'deadband' : 'logic';
  return { path: `thresholds.${threshold}.${field}`, message, code, from, to };
}

function inputProblems(
  { tagAliasIds, aliases }: ProtectionDefinition,
  ofTwin: readonly AliasRow[],
): Problems {
  const types = new Map(ofTwin.map(({ id, type }) => [id, type]));
  const missing = (path: string, id: number) => (types.has(id) ? [] : [{ path, message: notInStore(id) }]);
  return [
    ...tagAliasIds.flatMap((id, index) => missing(`tagAliasIds.${index}`, id)),
    ...aliases.flatMap(({ tagAliasId, intervalType }, index) => {
      const path = `aliases.${index}`;
      if (intervalType === 'counter' && types.get(tagAliasId) === 'work') {
        return [{ path: `${path}.intervalType`, message: 'Only an input of points can be a counter.' }];
      }
      return missing(`${path}.tagAliasId`, tagAliasId);
    }),
  ];
}

/**
 * Checks that the records that a protection refers to exist (failure modes and activities of its twin, users, groups),
 * and that its e-mail addresses can receive mail.
 * @throws AppError `invalid-request`, naming what does not exist.
 */
export async function assertReferences(
  db: Db,
  twinId: number,
  { failureModeIds, thresholds }: Pick<ProtectionDefinition, 'thresholds'> & { failureModeIds: number[] },
): Promise<void> {
  const modes: Reference<number>[] = failureModeIds.map((id, index) => [`failureModeIds.${index}`, id]);
  const activities: Reference<number>[] = [];
  const users: Reference<number>[] = [];
  const groups: Reference<string>[] = [];
  const addresses: Reference<string>[] = [];
  for (const [t, { actions }] of thresholds.entries()) {
    for (const [a, action] of actions.entries()) {
      const path = `thresholds.${t}.actions.${a}`;
      if (action.type === 'notify') {
        for (const [index, who] of action.who.entries()) {
          if (who.type === 'user') users.push([`${path}.who.${index}`, who.id]);
          if (who.type === 'group') groups.push([`${path}.who.${index}`, who.id]);
          if (who.type === 'email') addresses.push([`${path}.who.${index}`, who.value]);
        }
      } else {
        const of = <T>(field: string, ids: readonly T[]) =>
          ids.map((id, index): Reference<T> => [`${path}.${field}.${index}`, id]);
        users.push(...of('reviewerUserIds', action.reviewerUserIds));
        groups.push(...of('reviewerGroupIds', action.reviewerGroupIds));
        modes.push(...of('failureModeIds', action.failureModeIds));
        if (action.activityId !== null) activities.push([`${path}.activityId`, action.activityId]);
      }
    }
  }
  const principals = await resolvePrincipals(db, { users: uniqueIds(users), groups: uniqueIds(groups) });
  const errors = [
    ...missing(notInStore, modes, await selectFailureModes(db, twinId, uniqueIds(modes))),
    ...missing(notInStore, activities, await selectActivities(db, twinId, uniqueIds(activities))),
    ...missing(
      (id) => `There is no user ${id}.`,
      users,
      principals.users.map(({ id }) => id),
    ),
    ...missing(
      (name) => `There is no group ${name}.`,
      groups,
      principals.groups.map(({ name }) => name),
    ),
    ...addresses.flatMap(([path, address]) => {
      const message = addressRule(address);
      return message === null ? [] : [{ path, message }];
    }),
  ];
  if (errors.length > 0) throw new AppError('invalid-request', errors[0]!.message, { errors });
}

const addressRule = schemaRule(emailAddress.min(1, 'Required.'));

/** The path of a reference, and its id. */
type Reference<Id> = [path: string, id: Id];

const uniqueIds = <Id>(references: readonly Reference<Id>[]): Id[] => [
  ...new Set(references.map(([, id]) => id)),
];

function missing<Id>(
  toMessage: (id: Id) => string,
  references: readonly Reference<Id>[],
  known: readonly Id[],
): Problems {
  return references
    .filter(([, id]) => !known.includes(id))
    .map(([path, id]) => ({ path, message: toMessage(id) }));
}
