import {
  deleteBenchmark as deleteCall,
  downloadBenchmarkTemplate,
  importBenchmarks,
  listBenchmarks,
  maximumBenchmarkFileBytes,
  setBenchmark,
} from '@twinward/contracts/assets/benchmark';
import type { Routing } from '../../../platform/http/routing.ts';
import { receiveFile } from '../../../platform/http/upload-form.ts';
import { runTask } from '../../../platform/threads/tasks.ts';
import { sendWorkbook } from '../../jobs/row-import/service.ts';
import { importFile } from './import.ts';
import * as service from './service.ts';
import { benchmarkWorkbook } from './workbook.ts';

export function benchmarkRoutes({ implement }: Routing): void {
  implement(listBenchmarks, ({ actor }) => service.listBenchmarks(actor.tenant.db));
  implement(setBenchmark, ({ actor, params, body }) => service.updateBenchmark(actor, params.id, body));
  implement(deleteCall, ({ actor, params }) => service.deleteBenchmark(actor, params.id));
  implement(downloadBenchmarkTemplate, async ({ actor, reply }) =>
    sendWorkbook(
      reply,
      'benchmarks.xlsx',
      await benchmarkWorkbook(await service.listBenchmarks(actor.tenant.db)),
    ),
  );
  implement(importBenchmarks, (call) =>
    receiveFile(
      call.request,
      (file) =>
        importFile(call.actor, file, call.query.check === 'true', (kept) =>
          runTask(call, 'plan-benchmarks', kept),
        ),
      { fileSize: maximumBenchmarkFileBytes },
    ),
  );
}
