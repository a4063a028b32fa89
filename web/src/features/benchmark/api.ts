import { useMutation } from '@tanstack/react-query';
import type {
  Benchmark,
  BenchmarkChange,
  BenchmarkImportResult,
  deleteBenchmark,
  downloadBenchmarkTemplate,
  importBenchmarks,
  setBenchmark,
} from '@twinward/contracts/assets/benchmark';
import type { DecimalSign } from '@twinward/contracts/core/file-options';
import { useApiMutation } from '../../shared/api/api-mutation.ts';
import { call, send } from '../../shared/api/http.ts';
import { saveFile } from '../../shared/api/save-file.ts';
import { decimalSignField, fileForm } from '../../shared/import/row-import.ts';

/** Queries that show benchmarks, including risk analyses with comparisons. */
const showBenchmarks = ['taxonomy', 'risk-analyses', 'risk-analysis-assets'] as const;

const set = (id: number, body: BenchmarkChange) =>
  call<typeof setBenchmark>('PUT /api/library/models/mtbf/:id', { params: { id }, body });

export const useSetBenchmark = (id: number) =>
  useMutation({
    mutationFn: (body: BenchmarkChange) => set(id, body),
    meta: { renews: showBenchmarks },
  });

export const useDeleteBenchmark = () =>
  useApiMutation<typeof deleteBenchmark, Benchmark>('DELETE /api/library/models/mtbf/:id', {
    toCall: ({ taxonomyId: id }) => ({ params: { id } }),
    says: 'Deleted.',
    renews: showBenchmarks,
    undo:
      (_, { taxonomyId, score, distribution, mtbfDays, shape, source, isExample }) =>
      () =>
        // Rejected if another user has saved a figure since.
        set(taxonomyId, { score, distribution, mtbfDays, shape, source, isExample, version: null }),
  });

interface BenchmarkFile {
  file: File;
  /** Null to detect it from the numbers. */
  decimalSign: DecimalSign | null;
  /** Whether the file is only checked. */
  check: boolean;
}

export const useImportBenchmarks = () =>
  useMutation({
    mutationFn: async ({ file, decimalSign, check }: BenchmarkFile): Promise<BenchmarkImportResult> => {
      const body = fileForm(file, decimalSignField({ decimalSign }));
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
