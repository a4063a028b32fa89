import type { NewSimulation } from '@twinward/contracts/protections/simulation';
import type { ThresholdChange } from '@twinward/contracts/protections/threshold';
import type { ProtectionDefinition } from '@twinward/domain/evaluation';
import { replacePatterns } from '@twinward/domain/language';
import type { Actor } from '../../../platform/actor.ts';
import type { Db } from '../../../platform/database/database.ts';
import { withTransaction } from '../../../platform/database/transaction.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { startCommand } from '../../jobs/command/service.ts';
import {
  type InputSources,
  readLogicUnits,
  readSources,
  type StoredDefinition,
  unitOfInput,
  unreadable,
} from '../../protections/definition/service.ts';
import { checkInThread, listDefinitionsWithModels } from '../../protections/evaluation/service.ts';
import { selectPatternsOfProtections } from '../../protections/pattern-model/service.ts';
import { listParameters } from '../../twins/parameter/service.ts';
import type { SimulationInput } from './document.ts';
import { publishSimulation } from './publish.ts';
import { invalid, simulatedRange } from './range.ts';
import {
  deleteSimulationRow,
  insertSimulation,
  lockProtection,
  selectAliases,
  selectProtectionSimulation,
  setCommand,
} from './store.ts';

/**
 * Starts a simulation of a saved protection, optionally with a second logic.
 * @throws AppError `not-found`; `conflict` while one is running, or if an input has no tag; `invalid-request` for an
 *   invalid or too long range; `invalid-expression` with the errors of the logic.
 */
export async function startSimulation(
  { tenant, userId }: Actor,
  { indicatorId, twinId, startTime, endTime, logic }: NewSimulation,
): Promise<{ id: number; commandId: string }> {
  return withTransaction(tenant.db, async (db) => {
    const protection = found(await lockProtection(db, indicatorId), 'Protection');
    if (protection.twin_id !== twinId) throw invalid('twinId', 'The protection is of another twin.');
    const { from, to } = simulatedRange({ startTime, endTime });
    const before = await selectProtectionSimulation(db, indicatorId);
    if (before && before.status !== 'done' && before.status !== 'error') {
      throw new AppError('conflict', 'A simulation of the protection is running. Wait for it, or delete it.');
    }
    if (before) await deleteSimulationRow(db, before.id);
    const stored = (await listDefinitionsWithModels(db, [indicatorId])).get(indicatorId)!;
    if (stored.problem !== null) throw new AppError('conflict', stored.problem);
    const input = await createInput(db, stored, logic);
    const id = await insertSimulation(db, {
      protectionId: indicatorId,
      createdBy: userId,
      from: new Date(from),
      to: new Date(to),
      version: stored.version,
      input,
    });
    const { name } = await db
      .selectFrom('protection')
      .select('name')
      .where('id', '=', indicatorId)
      .executeTakeFirstOrThrow();
    const commandId = await startCommand(db, {
      type: 'simulate-protection',
      targetType: 'protection',
      targetId: String(indicatorId),
      targetName: name,
      input: { simulationId: id },
      createdBy: userId,
    });
    await setCommand(db, id, commandId);
    await publishSimulation(db);
    return { id, commandId };
  });
}

async function createInput(
  db: Db,
  stored: StoredDefinition,
  logic: NewSimulation['logic'],
): Promise<SimulationInput> {
  const { definition, twinId, sources, protectionId } = stored;
  const patterns = (await selectPatternsOfProtections(db, [protectionId])).get(protectionId) ?? [];
  const ids = new Map(patterns.map(({ id, name }) => [name, String(id)]));
  const input: SimulationInput = {
    definitions: [definition],
    sources: [...sources],
    thresholdIds: [[...stored.thresholdIds]],
    ...(definition.patterns
      ? { patterns: patterns.map(({ id, name, color }) => ({ id, name, color })) }
      : {}),
  };
  if (logic) {
    const aliases = await selectAliases(db, twinId);
    const parameters = await listParameters(db, twinId);
    const own = new Set(definition.inputs.map(({ alias }) => alias));
    const others = aliases.filter(({ name, type }) => type === 'data_point' && !own.has(name));
    input.definitions.push({
      ...definition,
      defaultLevel: logic.defaultLevel ?? definition.defaultLevel,
      thresholds: logic.thresholds.map((threshold, index) =>
        engineThreshold({ ...threshold, logic: replacePatterns(threshold.logic, ids) }, index),
      ),
      inputs: [
        ...definition.inputs,
        ...others.map((alias) => ({ alias: alias.name, type: alias.type, unit: unitOfInput(alias) })),
      ],
      parameters,
      units: await readLogicUnits(
        db,
        logic.thresholds.map((threshold) => threshold.logic),
        aliases,
        parameters,
      ),
    });
    input.thresholdIds.push(logic.thresholds.map(({ id }) => id ?? null));
    const [mapped] = await readSources(db, [others]);
    input.sources.push(...mapped!);
  }
  for (const [index, each] of input.definitions.entries())
    await assertRuns(each, new Map(input.sources), index === 1);
  return input;
}

function engineThreshold(
  { alias, ...threshold }: ThresholdChange,
  index: number,
): ProtectionDefinition['thresholds'][number] {
  return { ...threshold, id: String(index), alias: alias ?? undefined };
}

async function assertRuns(
  definition: ProtectionDefinition,
  sources: InputSources,
  isSecond: boolean,
): Promise<void> {
  const checked = await checkInThread({ definition });
  if (checked.errors.length > 0) {
    const path = isSecond ? 'logic.thresholds' : 'thresholds';
    const errors = checked.errors.map(({ threshold, message, code, from, to }) =>
      threshold < 0
        ? { path: 'aliases', message }
        : { path: `${path}.${threshold}.logic`, message, code, from, to },
    );
    throw new AppError('invalid-expression', errors[0]!.message, { errors });
  }
  const [problem] = unreadable(checked.inputs, sources);
  if (problem !== undefined) throw new AppError('conflict', problem);
}
