import { compileProtection, type ProtectionDefinition } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { AppError } from '../../../platform/errors.ts';
import { type InputSources, unreadable } from '../../protections/definition/service.ts';
import { modelsInUse, simulate } from '../../protections/evaluation/service.ts';
import { type Compared, VariantTally } from './result.ts';

/** The result of a logic. */
export interface TriedLogic extends Compared {
  /** Total of all thresholds. */
  excursions: number;
  /** Milliseconds within the range. */
  duration: number;
  notifyCount: number;
  advisoryCount: number;
  /** Level at the end; null if nothing was evaluated. */
  level: number | null;
}

/**
 * Simulates a logic without storing its findings.
 * @param onStep called with the completed share, 0 to 1
 * @throws AppError `invalid-expression` with the first error of the logic; `conflict` if an input can't be read.
 */
export async function tryLogic(
  db: Db,
  {
    definition,
    sources,
    thresholdIds,
    range,
  }: {
    definition: ProtectionDefinition;
    sources: InputSources;
    thresholdIds: readonly number[];
    range: { from: number; to: number };
  },
  onStep: (share: number) => Promise<void>,
): Promise<TriedLogic> {
  const compiled = compileProtection(definition, undefined, modelsInUse);
  if (!compiled.ok) throw new AppError('invalid-expression', compiled.errors[0]!.message);
  const { program } = compiled;
  const [problem] = unreadable(
    program.inputs.map(({ alias }) => alias),
    sources,
  );
  if (problem !== undefined) throw new AppError('conflict', problem);
  const patterns = (definition.patterns ?? []).map((id) => ({ id: Number(id), name: id, color: '' }));
  const tally = new VariantTally(definition, thresholdIds, range, { patterns, isCompared: true });
  const { ends } = await simulate(
    db,
    { programs: [program], sources, ...range },
    async ({ parts, share }) => {
      for (const part of parts) tally.add(part);
      await onStep(share);
    },
  );
  tally.finish();
  const sum = (pick: (item: ReturnType<VariantTally['items']>[number]) => number) =>
    tally
      .items()
      .filter(({ type }) => type === 'threshold' || type === 'excursion')
      .reduce((total, item) => total + pick(item), 0);
  const { level, lastEvaluated } = ends[0]!.status;
  return {
    definition,
    thresholdIds,
    kept: tally.kept,
    excursions: tally.excursions,
    duration: sum(({ duration }) => duration),
    notifyCount: sum(({ notifyCount }) => notifyCount),
    advisoryCount: sum(({ advisoryCount }) => advisoryCount),
    level: lastEvaluated === null ? null : level,
  };
}
