import { parentPort } from 'node:worker_threads';
import { doReaderWork, type ReaderWork } from './reader-work.ts';

export interface ReaderRequest {
  id: number;
  work: ReaderWork;
}

export type ReaderReply =
  | { id: number; result: ReturnType<typeof doReaderWork>; error?: undefined }
  | { id: number; error: Error; result?: undefined };

parentPort?.on('message', ({ id, work }: ReaderRequest) => {
  try {
    const result = doReaderWork(work);
    const buffers = new Set<ArrayBuffer>();
    for (const column of Object.values(result))
      if (ArrayBuffer.isView(column)) buffers.add(column.buffer as ArrayBuffer);
    parentPort!.postMessage({ id, result } satisfies ReaderReply, [...buffers]);
  } catch (error) {
    parentPort!.postMessage({ id, error: error as Error } satisfies ReaderReply);
  }
});
