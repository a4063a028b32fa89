import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import type {
  getIndicatorPattern,
  IndicatorPattern,
  IndicatorPatternChangeInput,
  PatternChanges,
  updateIndicatorPattern,
  updatePatterns,
} from '@twinward/contracts/protections/indicator-pattern';
import type {
  cancelTraining,
  getTrainingStatus,
  TrainingStatus,
  trainPatterns,
  unwatchTraining,
  watchTraining,
} from '@twinward/contracts/protections/pattern-training';
import type {
  applyPatternVersion,
  compareVersions,
  getPatternFit,
  listPatternVersions,
} from '@twinward/contracts/protections/pattern-version';
import { useApiMutation } from '../../../shared/api/api-mutation.ts';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import type { Key } from '../../../shared/api/query-key.ts';
import type { Range } from '../../../ui/chart/range.ts';

/** Polling interval of a training in milliseconds. Live events update it sooner. */
export const pollInterval = 10_000;

const trainingKey = (setId: number): Key => ['pattern-training', { setId }];
/** Queries that show a set, its versions and their answers. */
const renewsSet = ['patterns', 'pattern-training', 'protections'] as const;

/** Whether a training has not ended. */
export const isTraining = ({ jobStatus }: Pick<TrainingStatus, 'jobStatus'>): boolean =>
  jobStatus !== 'done' && jobStatus !== 'error' && jobStatus !== 'canceled';

/** The patterns of a protection with their ranges, and the model in service. */
export const usePatternSet = (setId: number) =>
  useApiQuery<typeof getIndicatorPattern>(
    ['patterns', { setId, set: true }],
    'GET /api/indicator-patterns/:id',
    {
      params: { id: setId },
    },
  );

/** Saves the ranges and settings of a set. */
export const updateSet = (id: number, body: IndicatorPatternChangeInput): Promise<IndicatorPattern> =>
  call<typeof updateIndicatorPattern>('PUT /api/indicator-patterns/:id', { params: { id }, body });

/** Saves the patterns of a set. */
export const savePatterns = (id: number, body: PatternChanges): Promise<IndicatorPattern> =>
  call<typeof updatePatterns>('PUT /api/indicator-patterns/:id/patterns', { params: { id }, body });

/** The latest training of a set; null before the first one. */
export const useTraining = (setId: number) =>
  useQuery({
    queryKey: trainingKey(setId),
    queryFn: async ({ signal }): Promise<TrainingStatus | null> =>
      (await call<typeof getTrainingStatus>('GET /api/indicator-patterns/:id/train/status', {
        params: { id: setId },
        signal,
      })) ?? null,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const training = state.data as TrainingStatus | null | undefined;
      return training && isTraining(training) ? pollInterval : false;
    },
  });

/** Starts and cancels trainings of a set, and subscribes to a notification when a training ends. */
export function useTrainingActions(setId: number) {
  const of = { params: { id: setId } };
  const renews = [trainingKey(setId)];
  return {
    train: useApiMutation<typeof trainPatterns>('POST /api/indicator-patterns/:id/train', {
      ...of,
      says: null,
      renews,
      renewsOnFailure: true,
    }),
    cancel: useApiMutation<typeof cancelTraining>('POST /api/indicator-patterns/:id/train/cancel', {
      ...of,
      says: null,
      renews,
      renewsOnFailure: true,
    }),
    notify: useMutation({
      mutationFn: async (on: boolean): Promise<void> => {
        if (on) await call<typeof watchTraining>('PUT /api/indicator-patterns/:id/train/notify', of);
        else await call<typeof unwatchTraining>('DELETE /api/indicator-patterns/:id/train/notify', of);
      },
      meta: { renews, renewsOnFailure: true },
    }),
  };
}

/** The trained versions of a set, latest first. */
export const useVersions = (setId: number) =>
  useApiQuery<typeof listPatternVersions>(
    ['patterns', { setId, versions: true }],
    'GET /api/indicator-patterns/:id/versions',
    { params: { id: setId } },
  );

/** Puts a version in service. */
export const useApplyVersion = (setId: number) =>
  useApiMutation<typeof applyPatternVersion, number>(
    'POST /api/indicator-patterns/:id/versions/:version/apply',
    { toCall: (version) => ({ params: { id: setId, version } }), renews: renewsSet, renewsOnFailure: true },
  );

/** The answers of a version beside those of the model in service. */
export const useVersionComparison = (setId: number, version: number, { from, to }: Range) =>
  useApiQuery<typeof compareVersions>(
    ['patterns', { setId, version, from, to }],
    'GET /api/indicator-patterns/:id/versions/:version/comparison',
    { params: { id: setId, version }, query: { from: String(Math.floor(from)), to: String(Math.ceil(to)) } },
    { placeholderData: keepPreviousData },
  );

/** How well the model in service fits the last 30 days. */
export const usePatternFit = (setId: number, enabled: boolean) =>
  useApiQuery<typeof getPatternFit>(
    ['patterns', { setId, fit: true }],
    'GET /api/indicator-patterns/:id/fit',
    { params: { id: setId } },
    { enabled },
  );
