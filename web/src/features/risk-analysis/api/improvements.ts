import { useMutation } from '@tanstack/react-query';
import type {
  chooseImprovements,
  createImprovementOption,
  deleteImprovementOption,
  ImprovementOption,
  ImprovementOptionChange,
  listImprovementOptions,
  listImprovementSets,
  listImprovements,
  NewImprovementOption,
  setImprovementCosts,
  updateImprovementOption,
} from '@twinward/contracts/risk/improvement';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { call } from '../../../shared/api/http.ts';
import { showAnalyses } from './assets.ts';

/** All options of an analysis, each with its individual gain. */
export const useImprovements = (id: number) =>
  useApiQuery<typeof listImprovements>(
    ['risk-analyses', { improvements: id }],
    'GET /api/riskanalyses/:id/improvements',
    { params: { id } },
  );

/** The sets of options to choose from for a budget. */
export const useImprovementSets = (id: number) =>
  useApiQuery<typeof listImprovementSets>(
    ['risk-analyses', { improvementSets: id }],
    'GET /api/riskanalyses/:id/improvements/sets',
    { params: { id } },
  );

/**
 * The mutation scope of costs. Costs are saved on blur, often caused by a click on a button that uses them. Mutations
 * with the same scope run sequentially, so the costs are saved first.
 */
export const costsScope = (id: number) => ({ id: `costs of risk analysis ${id}` });

export const useChooseImprovements = (id: number) =>
  useMutation({
    scope: costsScope(id),
    mutationFn: (budget: number) =>
      call<typeof chooseImprovements>('POST /api/riskanalyses/:id/budget', {
        params: { id },
        body: { budget },
      }),
  });

export const useSetCosts = (id: number) =>
  useMutation({
    scope: costsScope(id),
    mutationFn: (body: { assetId: number; optionId: number | null; cost: number | null }[]) =>
      call<typeof setImprovementCosts>('PUT /api/riskanalyses/:id/improvements/costs', {
        params: { id },
        body,
      }),
    meta: { renews: showAnalyses },
  });

/** The options of an asset in an analysis, with those of its failure modes. */
export const useOptions = (id: number, assetId: number) =>
  useApiQuery<typeof listImprovementOptions>(
    ['risk-analysis-assets', { riskAnalysisId: id, options: assetId }],
    'GET /api/riskanalyses/:id/assets/:assetId/options',
    { params: { id, assetId } },
  );

const create = (id: number, assetId: number, body: NewImprovementOption) =>
  call<typeof createImprovementOption>('POST /api/riskanalyses/:id/assets/:assetId/options', {
    params: { id, assetId },
    body,
  });

const change = (id: number, { id: optionId, assetId }: ImprovementOption, body: ImprovementOptionChange) =>
  call<typeof updateImprovementOption>('PUT /api/riskanalyses/:id/assets/:assetId/options/:optionId', {
    params: { id, assetId, optionId },
    body,
  });

const remove = (id: number, { id: optionId, assetId }: ImprovementOption) =>
  call<typeof deleteImprovementOption>('DELETE /api/riskanalyses/:id/assets/:assetId/options/:optionId', {
    params: { id, assetId, optionId },
  });

/** The request that saves an option unchanged; null for a fitted option, since a new fit would give another result. */
const toNewOption = ({
  failureModeId,
  name,
  cost,
  effect,
  fit,
}: ImprovementOption): NewImprovementOption | null =>
  fit === null ? { failureModeId, name, cost, effect } : null;

/** Saves an option. @param held the saved option; null for a new one */
export const useSaveOption = (id: number, assetId: number, held: ImprovementOption | null) =>
  useMutation({
    mutationFn: (option: NewImprovementOption) =>
      held === null ? create(id, assetId, option) : change(id, held, { ...option, version: held.version }),
    meta: {
      renews: showAnalyses,
      renewsOnFailure: true,
      undo: (saved: ImprovementOption) => {
        if (held === null) return () => remove(id, saved);
        const before = toNewOption(held);
        return before && (() => change(id, saved, { ...before, version: saved.version }));
      },
    },
  });

export const useDeleteOption = (id: number) =>
  useMutation({
    mutationFn: (option: ImprovementOption) => remove(id, option),
    meta: {
      says: 'Deleted.',
      renews: showAnalyses,
      undo: (_: unknown, option: ImprovementOption) => {
        const before = toNewOption(option);
        return before && (() => create(id, option.assetId, before));
      },
    },
  });
