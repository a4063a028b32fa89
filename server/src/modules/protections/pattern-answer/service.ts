import type { Page } from '@twinward/contracts/core/list';
import type {
  AnswerChange,
  AnswerExplanation,
  AnswerSpan,
} from '@twinward/contracts/protections/pattern-answer';
import { type Budget, compileProtection } from '@twinward/domain/evaluation';
import type { Db } from '../../../platform/database/database.ts';
import { checkRange, type DrawnWindow } from '../../../platform/database/spans.ts';
import { AppError, found } from '../../../platform/errors.ts';
import { unreadable } from '../definition/service.ts';
import { explainAnswerAt, listDefinitionsWithModels, modelsInUse } from '../evaluation/service.ts';
import { type LoadedModel, loadModelsInService } from '../pattern-model/service.ts';
import { getProtection } from '../protection/service.ts';
import { selectAnswerAt, selectAnswerSpans, selectAnswers } from './store.ts';

/** A range of a protection's answers in epoch milliseconds, and a page of it. */
export interface AnswersRequest {
  from: number;
  to: number;
  pageNumber: number;
  pageSize: number;
}

/**
 * Returns the answer in effect at `from`, with its start, and the changes before `to`.
 * @throws AppError `not-found`; `invalid-request` for an empty range.
 */
export async function listAnswers(
  db: Db,
  protectionId: number,
  request: AnswersRequest,
): Promise<Page<AnswerChange>> {
  const { from, to, pageNumber, pageSize } = request;
  checkRange(request);
  await getProtection(db, protectionId);
  const page = { limit: pageSize, offset: (pageNumber - 1) * pageSize };
  const { records, total } = await selectAnswers(db, protectionId, {
    from: new Date(from),
    to: new Date(to),
    ...page,
  });
  const changes = records.map(({ at, pattern_id, refused }) => ({
    time: at.toISOString(),
    patternId: pattern_id,
    refused,
  }));
  return { records: changes, total };
}

/**
 * Returns the answers merged for a chart.
 * @throws AppError like `listAnswers`.
 */
export async function listAnswerSpans(
  db: Db,
  protectionId: number,
  window: DrawnWindow,
): Promise<AnswerSpan[]> {
  checkRange(window);
  await getProtection(db, protectionId);
  const spans = await selectAnswerSpans(db, protectionId, window);
  return spans.map(({ key, ...span }) => ({ patternId: key, ...span }));
}

/**
 * Explains the answer of the model in service at a time.
 * @throws AppError `not-found` without the protection or a model; `conflict` if the model or an input cannot be read;
 *   `too-large` if too many points matter; BudgetExceeded.
 */
export async function explainAnswer(
  db: Db,
  { protectionId, time }: { protectionId: number; time: number },
  budget?: Budget,
): Promise<AnswerExplanation> {
  await getProtection(db, protectionId);
  const stored = (await listDefinitionsWithModels(db, [protectionId])).get(protectionId)!;
  const model = found((await loadModelsInService(db, [protectionId])).get(protectionId), 'Model');
  if (stored.problem !== null) throw new AppError('conflict', stored.problem);
  const { definition, sources } = stored;
  // The thresholds do not matter, nor do inputs that only thresholds read.
  const compiled = compileProtection({ ...definition, thresholds: [] }, undefined, modelsInUse);
  if (!compiled.ok) throw new AppError('conflict', compiled.errors[0]!.message);
  const { program } = compiled;
  const [problem] = unreadable(
    program.inputs.map(({ alias }) => alias),
    sources,
  );
  if (problem !== undefined) throw new AppError('conflict', problem);
  const explained = await explainAnswerAt(db, { program, sources, time }, budget);
  const patternId = (index: number | null) => (index === null ? null : Number(definition.patterns![index]));
  const answerId = patternId(explained.pattern);
  const stretch = await selectAnswerAt(db, protectionId, new Date(time));
  const isStored = stretch !== null && stretch.patternId === answerId;
  return {
    indicatorPatternId: model.setId,
    version: model.version,
    time: explained.time === null ? null : new Date(explained.time).toISOString(),
    patternId: answerId,
    reason: explained.reason,
    refused: explained.refused,
    namedPatternId: patternId(explained.named),
    confidences: sumByPattern(model, explained.shares),
    inputs: explainInputs(model, explained.shares, explained.inputs, sources),
    span: isStored ? { start: stretch.start.toISOString(), end: stretch.end?.toISOString() ?? null } : null,
  };
}

/** Sums the shares by pattern. Classes whose patterns were removed count as the default pattern. */
function sumByPattern(
  { patternIds }: LoadedModel,
  shares: readonly number[],
): AnswerExplanation['confidences'] {
  const sums = new Map<number, number>();
  shares.forEach((share, label) => {
    const id = patternIds[label]!;
    sums.set(id, (sums.get(id) ?? 0) + share);
  });
  return Array.from(sums, ([patternId, confidence]) => ({ patternId, confidence })).sort(
    (one, other) => other.confidence - one.confidence,
  );
}

function explainInputs(
  { bands }: LoadedModel,
  shares: readonly number[],
  inputs: Awaited<ReturnType<typeof explainAnswerAt>>['inputs'],
  sources: ReadonlyMap<string, { unit: string | null }>,
): AnswerExplanation['inputs'] {
  const named = shares.indexOf(Math.max(...shares));
  const toBand = (label: number, input: number) => {
    const band = bands[label]?.[input];
    return band ? { low: band[0], high: band[1] } : null;
  };
  return inputs
    .map(({ alias, value, contribution }, index) => ({
      tagAliasName: alias,
      unit: sources.get(alias)?.unit ?? null,
      value,
      contribution,
      band: named < 0 ? null : toBand(named, index),
      normal: toBand(0, index),
    }))
    .sort((one, other) => Math.abs(other.contribution) - Math.abs(one.contribution));
}
