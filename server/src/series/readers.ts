import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { ThreadPool } from '../platform/threads/thread-pool.ts';
import { countPacked } from './parts.ts';
import { doReaderWork, type ReaderResult, type ReaderWork } from './reader-work.ts';

/**
 * Number of points from which a thread decodes: about 5 ms of work, compared with less than 1 ms of overhead.
 */
const threadedFrom = 150_000;

/** One core is reserved for the thread that answers requests. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Separate from the pool of calculations, so that reads do not wait for them. */
const pool = new ThreadPool({ name: 'series/reader-thread', threads });

/**
 * Runs a read's work: small work at once, large work in a thread if called on the main thread. The parts are
 * transferred, so the caller must not use them afterwards.
 */
export async function runReaderWork<Work extends ReaderWork>(work: Work): Promise<ReaderResult<Work>> {
  const { chunks } = work.parts;
  if (!isMainThread || countPacked(chunks) < threadedFrom) return doReaderWork(work) as ReaderResult<Work>;
  const buffers = [chunks.data, chunks.ends, chunks.counts].map(({ buffer }) => buffer as ArrayBuffer);
  return pool.run(work, { transfer: buffers });
}
