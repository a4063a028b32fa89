import { availableParallelism } from 'node:os';
import { isMainThread } from 'node:worker_threads';
import { ThreadPool } from '../platform/threads/thread-pool.ts';
import { countPacked } from './parts.ts';
import { doReaderWork, type ReaderResult, type ReaderWork } from './reader-work.ts';

/**
 * From so many points on, a thread decodes: about 5 ms of work, to which the way there and back adds less
 * than one.
 */
const threadedFrom = 150_000;

/** One core is left for the thread that answers requests. */
const threads = Math.max(1, Math.min(4, availableParallelism() - 1));

/** Apart from the pool of calculations, so that a read never waits behind one. */
const pool = new ThreadPool({ name: 'series/reader-thread', threads });

/**
 * Does a read's work: small work at once, large work in a thread where this is the main one. What is sent
 * to a thread is gone here: the caller hands its parts over.
 */
export async function runReaderWork<Work extends ReaderWork>(work: Work): Promise<ReaderResult<Work>> {
  const { chunks } = work.parts;
  if (!isMainThread || countPacked(chunks) < threadedFrom) return doReaderWork(work) as ReaderResult<Work>;
  const buffers = [chunks.data, chunks.ends, chunks.counts].map(({ buffer }) => buffer as ArrayBuffer);
  return pool.run(work, { transfer: buffers });
}
