import { useMutation } from '@tanstack/react-query';
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

/** What benchmarks are shown in; analyses compare with them. */
const showBenchmarks = ['taxonomy', 'risk-analyses', 'risk-analysis-assets'] as const;

export const useSetBenchmark = (id: number) =>
  useMutation({
    mutationFn: (body: BenchmarkChange) =>
      call<typeof setBenchmark>('PUT /api/library/models/mtbf/:id', { params: { id }, body }),
    meta: { renews: showBenchmarks },
  });

export const useDeleteBenchmark = () =>
  useMutation({
    mutationFn: (id: number) =>
      call<typeof deleteBenchmark>('DELETE /api/library/models/mtbf/:id', { params: { id } }),
    meta: { renews: showBenchmarks },
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
    meta: { renews: showBenchmarks },
  });

export async function saveTemplate(): Promise<void> {
  const answer = await send<typeof downloadBenchmarkTemplate>('GET /api/library/models/mtbf/template');
  await saveFile(answer, 'benchmarks.xlsx');
}
