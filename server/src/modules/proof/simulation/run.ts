import {
  compileProtection,
  type ProtectionDefinition,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';

import {
  type EvaluationLimits,
  listDefinitionsWithModels,
  modelsInUse,
  type SimulationStep,
  simulate,
} from '../../protections/evaluation/service.ts';
import { FoundWriter } from './found-writer.ts';
import { publishSimulation } from './publish.ts';
import { compareVariants, InputTally, VariantTally } from './result.ts';
import { insertResult, markFailed, type SimulationRow, selectSimulation, updateChanges } from './store.ts';

interface SimulationOptions {
  /** Limits; by default those of live evaluation. */
  limits?: EvaluationLimits;
  rowsPerWrite?: number;
}

/** Executes commands of type simulate-protection, each within a step budget. */
export const simulateProtectionWithin = (options: SimulationOptions): CommandHandler => ({
  run: (call) => carryOut(call, options),
  clean: async (db, _input, commandId) => {
    await markFailed(db, commandId);
    await publishSimulation(db);
  },
});

export const simulateProtection = simulateProtectionWithin({});

/** Simulates like live evaluation, and stores the findings during the run. An interrupted run starts over. */
async function carryOut(
  call: CommandCall,
  { limits, rowsPerWrite }: SimulationOptions,
): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const id = call.input.simulationId as number;
  const row = found(await selectSimulation(db, id), 'Simulation');
  const begun = performance.now();
  const range = { from: row.range_start.getTime(), to: row.range_end.getTime() };
  const { sources, thresholdIds } = row.input;
  const definitions = await loadDefinitions(db, row);
  const programs = definitions.map((definition): ProtectionProgram => {
    const compiled = compileProtection(definition, undefined, modelsInUse);
    if (!compiled.ok) throw new AppError('invalid-expression', compiled.errors[0]!.message);
    return compiled.program;
  });
  const options = { patterns: row.input.patterns, isCompared: definitions.length > 1 };
  const tallies = definitions.map(
    (definition, index) => new VariantTally(definition, thresholdIds[index]!, range, options),
  );
  const inputs = new InputTally();
  const writer = new FoundWriter(call, id, rowsPerWrite);
  await writer.begin(line(call.resumed ? 'begun again' : 'begun'));
  const handle = ({ isBefore, share, blocks, parts }: SimulationStep): Promise<void> => {
    inputs.add(blocks);
    return writer.add({
      excursions: parts.map((part, index) => tallies[index]!.add(part)),
      levels: parts[0]?.levels ?? [],
      answers: (parts[0]?.answers ?? []).map(({ pattern, ...answer }) => ({
        ...answer,
        patternId: pattern === null ? null : row.input.patterns![pattern]!.id,
      })),
      stage: isBefore ? 'initializing' : 'processing',
      percent: 98 * share,
    });
  };
  const trial = { programs, sources: new Map(sources), ...range };
  const { ends, readingMilliseconds } = await simulate(db, trial, handle, limits).finally(() =>
    writer.settle(),
  );
  await writer.finish(
    tallies.map((tally) => tally.finish()),
    98,
  );
  const compared = (index: number) => ({
    definition: definitions[index]!,
    thresholdIds: thresholdIds[index]!,
    kept: tallies[index]!.kept,
  });
  const { comparison, changed } =
    tallies.length > 1 ? compareVariants(compared(0), compared(1)) : { comparison: [], changed: [] };
  const excursions = tallies[0]!.excursions;
  const stats = {
    points: inputs.points,
    evaluations: tallies.reduce((sum, tally) => sum + tally.evaluations, 0),
    excursions,
    milliseconds: Math.round(performance.now() - begun),
    readingMilliseconds: Math.round(readingMilliseconds),
  };
  const [{ tracking, ...end }] = ends as [(typeof ends)[number]];
  const variants = tallies.map((tally, index) => {
    const { level, driving, lastEvaluated } = ends[index]!.status;
    return {
      items: [...tally.items(), ...inputs.items()],
      open: tally.open(),
      driving: driving === null ? null : definitions[index]!.thresholds[driving]!.name,
      level: lastEvaluated === null ? null : level,
    };
  });
  const { patternId } = tallies[0]!;
  const result = { stats, variants, latest: inputs.latest(), comparison, end, patternId };
  await call.transaction(async (transaction) => {
    await call.progress(transaction, 99, { excursions });
    await updateChanges(transaction, id, changed);
    await insertResult(transaction, id, result, tracking && JSON.stringify(tracking), line('done'));
    await publishSimulation(transaction);
  });
  return { simulationId: id, points: stats.points, excursions };
}

const line = (what: string) => `${new Date().toISOString()} ${what}`;

/**
 * Loads the logics. If the saved logic is unchanged, it is loaded like in live evaluation: a program is identified by
 * its text, which JSON storage alters, and live evaluation must be able to continue from the states that are created
 * here.
 */
async function loadDefinitions(db: Db, row: SimulationRow): Promise<ProtectionDefinition[]> {
  const [stored, ...others] = row.input.definitions;
  const live = (await listDefinitionsWithModels(db, [row.protection_id])).get(row.protection_id);
  return [live?.version === row.definition_version ? live.definition : stored!, ...others];
}
