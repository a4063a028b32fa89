import { doReaderWork, type ReaderResult, type ReaderWork } from './reader-work.ts';

export async function runReaderWork<Work extends ReaderWork>(work: Work): Promise<ReaderResult<Work>> {
  return doReaderWork(work) as ReaderResult<Work>;
}
