import { isDeepStrictEqual } from 'node:util';
import type { TwinParameter } from '@twinward/contracts/twins/parameter';
import { parameterProblem } from '@twinward/domain/language';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Problem, refuseProblems } from '../../../platform/rules.ts';
import { listUnitsNamed } from '../../system/unit/service.ts';
import { lockTwins } from '../twin/service.ts';
import { type ParameterChange, parametersAsked, parametersChanged } from './events.ts';
import { replaceParameterRows, type StoredParameter, selectParameters } from './store.ts';

/** A parameter to save. */
export interface ParameterToSave extends TwinParameter {
  /** The old name of a renamed parameter. Logic that names it is rewritten. */
  formerName?: string | undefined;
  /** Id of the part of the twin's model; undefined to keep the current one. */
  modelPart?: number | null | undefined;
}

/** All parameters of a twin after the change. */
export interface ParametersOfTwin {
  twinId: number;
  parameters: readonly ParameterToSave[];
}

/**
 * Replaces all parameters of twins in one statement, in the caller's transaction. Logic that names a changed parameter
 * is re-evaluated over its history, without actions for the past. The caller must bump the twins' versions and record
 * the audit entries.
 * @param toPath returns the path of a parameter in the request
 * @throws AppError `invalid-request` naming each invalid value or unit; `conflict` for a removed parameter that logic
 *   names, and if logic does not compile with a parameter's new unit or kind.
 */
export async function replaceParametersIn(
  db: Db,
  by: Pick<Actor, 'userId' | 'userName'>,
  twins: readonly ParametersOfTwin[],
  toPath: (twin: number, parameter: number) => string = (_, parameter) => `parameters.${parameter}`,
): Promise<void> {
  const twinIds = twins.map(({ twinId }) => twinId);
  await lockTwins(db, twinIds);
  await assertValid(db, twins, toPath);
  const before = await selectParameters(db, twinIds);
  const after = new Map(
    twins.map(({ twinId, parameters }) => [twinId, toStored(parameters, before.get(twinId) ?? [])] as const),
  );
  const changes = twins
    .map(({ twinId, parameters }) => toChange(twinId, before.get(twinId) ?? [], parameters))
    .filter(({ names }) => names.length > 0);
  await refuseRemovedInUse(db, changes, after);
  await replaceParameterRows(db, after);
  if (changes.length > 0) await parametersChanged.emit(db, { by, changes });
}

async function assertValid(
  db: Db,
  twins: readonly ParametersOfTwin[],
  toPath: (twin: number, parameter: number) => string,
): Promise<void> {
  const codes = new Set(twins.flatMap(({ parameters }) => parameters.flatMap(({ unit }) => unit ?? [])));
  const known = new Set((await listUnitsNamed(db, [...codes])).map(({ code }) => code));
  const problems = twins.flatMap(({ parameters }, twin) =>
    parameters.flatMap((parameter, index): Problem[] => {
      const path = toPath(twin, index);
      const problem = parameterProblem(parameter);
      if (problem) return [{ path: `${path}.${problem.field}`, message: problem.message }];
      const { unit } = parameter;
      return unit === null || known.has(unit)
        ? []
        : [{ path: `${path}.unit`, message: `There is no unit ${unit}.` }];
    }),
  );
  refuseProblems(problems);
}

const getFormerName = ({ name, formerName }: ParameterToSave): string => formerName ?? name;

function toStored(
  parameters: readonly ParameterToSave[],
  before: readonly StoredParameter[],
): StoredParameter[] {
  const parts = new Map(before.map(({ name, modelPart }) => [name, modelPart]));
  return parameters.map((parameter) => {
    const { name, description, kind, unit, value, modelPart } = parameter;
    const part = modelPart === undefined ? (parts.get(getFormerName(parameter)) ?? null) : modelPart;
    return { name, description, kind, unit, value, modelPart: part };
  });
}

function toChange(
  twinId: number,
  before: readonly StoredParameter[],
  after: readonly ParameterToSave[],
): ParameterChange {
  const old = new Map(before.map((parameter) => [parameter.name, parameter]));
  const now = new Map(after.map((parameter) => [getFormerName(parameter), parameter]));
  const names = new Set<string>();
  const retyped: string[] = [];
  const renamed = new Map<string, string>();
  for (const [former, parameter] of now) {
    const was = old.get(former);
    if (was && parameter.name !== former) renamed.set(former, parameter.name);
    const isRetyped = was !== undefined && (was.kind !== parameter.kind || was.unit !== parameter.unit);
    if (isRetyped) retyped.push(parameter.name);
    if (!was || isRetyped || !isDeepStrictEqual(was.value, parameter.value)) names.add(parameter.name);
  }
  for (const name of old.keys()) if (!now.has(name)) names.add(name);
  for (const [from, to] of renamed) names.add(from).add(to);
  return { twinId, names: [...names], retyped, renamed };
}

/** @throws AppError `conflict`, naming the logic that uses a removed parameter. */
async function refuseRemovedInUse(
  db: Db,
  changes: readonly ParameterChange[],
  after: ReadonlyMap<number, readonly StoredParameter[]>,
): Promise<void> {
  const removed = new Map(
    changes.map(({ twinId, names, renamed }) => {
      const kept = new Set(after.get(twinId)!.map(({ name }) => name));
      return [twinId, new Set(names.filter((name) => !kept.has(name) && !renamed.has(name)))] as const;
    }),
  );
  const twinIds = [...removed].flatMap(([twinId, names]) => (names.size > 0 ? [twinId] : []));
  if (twinIds.length === 0) return;
  const uses = (await parametersAsked.ask(db, { twinIds }))
    .flat()
    .filter(({ twinId, parameter }) => removed.get(twinId)?.has(parameter));
  const [first] = uses;
  if (!first) return;
  const users = uses.filter(
    ({ twinId, parameter }) => twinId === first.twinId && parameter === first.parameter,
  );
  const named = [...new Set(users.map(({ name }) => name))].join(', ');
  throw new AppError(
    'conflict',
    `The parameter {${first.parameter}} can’t be removed: it is named by ${named}.`,
  );
}
