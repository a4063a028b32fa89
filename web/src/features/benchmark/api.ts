import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  BenchmarkChange,
  BenchmarkImportResult,
  deleteBenchmark,
  downloadBenchmarkTemplate,
  importBenchmarks,
  setBenchmark,
} from '@twinward/contracts/assets/benchmark';
import { call, send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';

/** Analyses compare with benchmarks: they are asked again too. */
function useRenewal() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      (['taxonomy', 'risk-analyses', 'risk-analysis-assets'] as const).map((entity) =>
        client.invalidateQueries({ queryKey: [entity, {}] }),
      ),
    );
}

export const useSetBenchmark = (id: number) =>
  useMutation({
    mutationFn: (body: BenchmarkChange) =>
      call<typeof setBenchmark>('PUT /api/library/models/mtbf/:id', { params: { id }, body }),
    onSuccess: useRenewal(),
  });

export const useDeleteBenchmark = () =>
  useMutation({
    mutationFn: (id: number) =>
      call<typeof deleteBenchmark>('DELETE /api/library/models/mtbf/:id', { params: { id } }),
    onSuccess: useRenewal(),
  });

export const useImportBenchmarks = () =>
  useMutation({
    mutationFn: async ({ file, check }: { file: File; check: boolean }): Promise<BenchmarkImportResult> => {
      const body = new FormData();
      body.append('file', file);
      const answer = await send<typeof importBenchmarks>('POST /api/library/models/mtbf/import', {
        query: { check: check ? 'true' : 'false' },
        body,
      });
      return (await answer.json()) as BenchmarkImportResult;
    },
    onSuccess: useRenewal(),
  });

export async function saveTemplate(): Promise<void> {
  const answer = await send<typeof downloadBenchmarkTemplate>('GET /api/library/models/mtbf/template');
  await saveFile(answer, 'benchmarks.xlsx');
}
