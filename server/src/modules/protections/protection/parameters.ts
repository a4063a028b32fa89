import { compileProtection } from '@twinward/domain/evaluation';
import { parameterReferences, replaceParameters, withPlaceholders } from '@twinward/domain/language';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { publish } from '../../../platform/live/live-events.ts';
import type { ParameterChanges, TwinParameterUse } from '../../twins/parameter/events.ts';
import { updateThreshold } from '../definition/service.ts';
import { listDefinitionsWithModels, modelsInUse, requestEvaluationAnew } from '../evaluation/service.ts';
import { selectConditions } from '../pattern-model/service.ts';
import { selectThresholdsWithBraces } from './store.ts';

/** Logic of a protection that uses parameters: of a threshold, or a condition of use. */
interface NamingLogic {
  protectionId: number;
  protectionName: string;
  twinId: number;
  /** Null for a condition of use, which is rewritten where it is stored. */
  thresholdId: number | null;
  logic: string;
  names: readonly string[];
}

async function listNamingLogic(db: Db, twinIds: readonly number[]): Promise<NamingLogic[]> {
  const thresholds = (await selectThresholdsWithBraces(db, twinIds)).map(({ id, ...row }) => ({
    ...row,
    thresholdId: id,
  }));
  const conditions = (await selectConditions(db, twinIds)).map(({ condition, table: _, id: __, ...row }) => ({
    ...row,
    thresholdId: null,
    logic: condition,
  }));
  return [...thresholds, ...conditions].flatMap((row) => {
    const names = parameterReferences(row.logic);
    return names.length === 0 ? [] : [{ ...row, names }];
  });
}

/** Lists the protections of twins that use parameters. */
export async function listParameterUsesOfProtections(
  db: Db,
  { twinIds }: { twinIds: readonly number[] },
): Promise<TwinParameterUse[]> {
  const uses = new Map<string, TwinParameterUse>();
  for (const { protectionId: id, protectionName: name, twinId, names } of await listNamingLogic(
    db,
    twinIds,
  )) {
    for (const parameter of names) {
      uses.set(`${id} ${parameter}`, { twinId, parameter, type: 'protection', id, name });
    }
  }
  return [...uses.values()];
}

/**
 * Updates the protections of twins after parameters changed: rewrites logic that uses a renamed parameter, and
 * evaluates protections that use a changed one again from the beginning, without firing actions for the past.
 * @throws AppError `conflict`, naming a protection whose logic does not compile with a parameter's new unit or kind
 */
export async function followChangedParameters(db: Db, { changes }: ParameterChanges): Promise<void> {
  const byTwin = new Map(changes.map((change) => [change.twinId, change]));
  const affected = new Map<number, number>();
  const retyped = new Map<number, string>();
  for (const naming of await listNamingLogic(db, [...byTwin.keys()])) {
    const { protectionId, protectionName, twinId, thresholdId, logic, names } = naming;
    const change = byTwin.get(twinId)!;
    if (thresholdId !== null) {
      const now = replaceParameters(logic, change.renamed);
      if (now !== logic) await updateThreshold(db, thresholdId, { logic: now });
    }
    if (!names.some((name) => change.names.includes(name))) continue;
    affected.set(protectionId, twinId);
    if (names.some((name) => change.retyped.includes(change.renamed.get(name) ?? name))) {
      retyped.set(protectionId, protectionName);
    }
  }
  if (affected.size === 0) return;
  await assertCompile(db, retyped);
  const ids = [...affected.keys()];
  await requestEvaluationAnew(db, ids);
  await publish(db, { type: 'evaluated', twinIds: [...new Set(affected.values())], protectionIds: ids });
}

/** @param names of the protections, by id */
async function assertCompile(db: Db, names: ReadonlyMap<number, string>): Promise<void> {
  for (const [id, { definition }] of await listDefinitionsWithModels(db, [...names.keys()])) {
    const parameters = withPlaceholders(definition.parameters ?? []);
    const compiled = compileProtection({ ...definition, parameters }, undefined, modelsInUse);
    if (compiled.ok) continue;
    throw new AppError(
      'conflict',
      `The protection ${names.get(id)} can’t be evaluated then: ${compiled.errors[0]!.message}`,
    );
  }
}
