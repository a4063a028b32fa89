import {
  compileProtection,
  type ProtectionDefinition,
  type ProtectionProgram,
} from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError, found } from '../../../platform/errors.ts';
import type { CommandCall, CommandHandler } from '../../jobs/command/service.ts';

import { listDefinitions } from '../../protections/definition/service.ts';
import {
  type EvaluationLimits,
  type SimulationStep,
  simulate,
} from '../../protections/evaluation/service.ts';
import { publishSimulation } from './publish.ts';
import { compareVariants, InputTally, VariantTally } from './result.ts';
import {
  clearFound,
  insertFound,
  insertLevels,
  insertResult,
  markFailed,
  type SimulationRow,
  selectSimulation,
  updateChanges,
  updateStatus,
} from './store.ts';

/**
 * Executes commands of type simulate-protection, each within a step budget.
 * @param limits those of live evaluation by default.
 */
export const simulateProtectionWithin = (limits?: EvaluationLimits): CommandHandler => ({
  run: (call) => carryOut(call, limits),
  clean: async (db, _input, commandId) => {
    await markFailed(db, commandId);
    await publishSimulation(db);
  },
});

export const simulateProtection = simulateProtectionWithin();

/**
 * Simulates as live evaluation would have run, and stores the findings step by step. An interrupted run starts over.
 */
async function carryOut(call: CommandCall, limits?: EvaluationLimits): Promise<Record<string, unknown>> {
  const { db } = call.tenant;
  const id = call.input.simulationId as number;
  const row = found(await selectSimulation(db, id), 'Simulation');
  const begun = performance.now();
  const range = { from: row.range_start.getTime(), to: row.range_end.getTime() };
  const { sources, thresholdIds } = row.input;
  const definitions = await definitionsOf(db, row);
  const programs = definitions.map((definition): ProtectionProgram => {
    const compiled = compileProtection(definition);
    if (!compiled.ok) throw new AppError('invalid-expression', compiled.errors[0]!.message);
    return compiled.program;
  });
  const tallies = definitions.map(
    (definition, index) => new VariantTally(definition, thresholdIds[index]!, range),
  );
  const inputs = new InputTally();
  await write(
    call,
    id,
    0,
    'initializing',
    (transaction) => clearFound(transaction, id),
    call.resumed ? 'begun again' : 'begun',
  );

  const take = async (step: SimulationStep): Promise<void> => {
    const found = step.parts.map((part, index) => tallies[index]!.add(part));
    inputs.add(step.blocks);
    const status = step.isBefore ? 'initializing' : 'processing';
    await write(call, id, 98 * step.share, status, async (transaction) => {
      for (const [variant, excursions] of found.entries())
        await insertFound(transaction, id, variant, excursions);
      await insertLevels(transaction, id, step.parts[0]?.levels ?? []);
    });
  };
  const { ends, readingMilliseconds } = await simulate(
    db,
    { programs, sources: new Map(sources), ...range },
    take,
    limits,
  );

  await write(call, id, 98, 'finalizing', async (transaction) => {
    for (const [variant, tally] of tallies.entries()) {
      await insertFound(transaction, id, variant, tally.finish());
    }
  });
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
  const result = { stats, variants, latest: inputs.latest(), comparison, end };
  await call.transaction(async (transaction) => {
    await call.progress(transaction, 99, { excursions });
    await updateChanges(transaction, id, changed);
    await insertResult(transaction, id, result, tracking && JSON.stringify(tracking), line('done'));
    await publishSimulation(transaction);
  });
  return { simulationId: id, points: stats.points, excursions };
}

const line = (what: string) => `${new Date().toISOString()} ${what}`;

/** Records the progress in the transaction that stores findings; stops if the command was canceled or deleted. */
function write(
  { transaction, progress }: CommandCall,
  id: number,
  percent: number,
  status: 'initializing' | 'processing' | 'finalizing',
  work: (transaction: Db) => Promise<void>,
  what?: string,
): Promise<void> {
  return transaction(async (db) => {
    await progress(db, percent, {});
    await work(db);
    await updateStatus(db, id, status, Math.floor(percent), what && line(what));
  });
}

/**
 * Loads the logics. The saved logic is read like in live evaluation if it is unchanged: a program is identified by its
 * text, which JSON storage alters, and live evaluation must be able to continue from the states created here.
 */
async function definitionsOf(db: Db, row: SimulationRow): Promise<ProtectionDefinition[]> {
  const [stored, ...others] = row.input.definitions;
  const live = (await listDefinitions(db, [row.protection_id])).get(row.protection_id);
  return [live?.version === row.definition_version ? live.definition : stored!, ...others];
}
