import { keepPreviousData } from '@tanstack/react-query';
import type { judgeAnswer } from '@twinward/contracts/protections/indicator-pattern';
import type {
  explainAnswer,
  getAnswerSpans,
  getSimulatedAnswers,
} from '@twinward/contracts/protections/pattern-answer';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { noRange, useDrawnRange } from '../../ui/chart/use-drawn-range.ts';
import { useApiMutation } from '../api/api-mutation.ts';
import { useApiQuery } from '../api/api-query.ts';

/** The answers of a protection's model over a range with a margin, merged to the resolution of a chart. */
export function useAnswerSpans(protectionId: number, range: Range, frame: PlotFrame, latest: number) {
  const drawn = useDrawnRange(range, frame);
  return useApiQuery<typeof getAnswerSpans>(
    ['levels', { protectionId, answers: true, latest, ...drawn }],
    'GET /api/indicators/:id/answers/spans',
    { params: { id: protectionId }, query: { until: String(latest), ...(drawn ?? noRange) } },
    { placeholderData: keepPreviousData, enabled: drawn !== null },
  );
}

/** The answers of a simulation. */
export function useSimulatedAnswers(
  { id, indicatorId }: { id: number; indicatorId: number },
  range: Range,
  frame: PlotFrame,
) {
  const drawn = useDrawnRange(range, frame);
  return useApiQuery<typeof getSimulatedAnswers>(
    ['simulations', { protectionId: indicatorId, simulationId: id, answers: true, ...drawn }],
    'GET /api/simulations/:id/answers/spans',
    { params: { id }, query: drawn ?? noRange },
    { placeholderData: keepPreviousData, enabled: drawn !== null },
  );
}

/** Explains the answer of the model in service at a time. */
export const useAnswerExplanation = (protectionId: number, time: number) =>
  useApiQuery<typeof explainAnswer>(
    ['patterns', { protectionId, why: time }],
    'GET /api/indicators/:id/answers/why',
    { params: { id: protectionId }, query: { time: new Date(time).toISOString() } },
  );

/** Marks an answer as right or wrong. */
export const useJudgeAnswer = (setId: number) =>
  useApiMutation<typeof judgeAnswer>('POST /api/indicator-patterns/:id/feedback', {
    params: { id: setId },
    says: null,
    renews: ['patterns', 'protections'],
  });
