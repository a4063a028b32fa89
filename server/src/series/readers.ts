import { availableParallelism } from 'node:os';
import { isMainThread, type Worker } from 'node:worker_threads';
import { startThread } from '../platform/threads.ts';
import { countPacked } from './parts.ts';
import type { ReaderReply, ReaderRequest } from './reader-thread.ts';
import { doReaderWork, type ReaderResult, type ReaderWork } from './reader-work.ts';

/**
 * From so many points on, a thread decodes: about 5 ms of work, to which the way there and back adds less
 * than one.
 */
const threadedFrom = 150_000;

/** One core is left for the thread that answers requests. */
const mostThreads = Math.max(1, Math.min(4, availableParallelism() - 1));

interface Pending {
  resolve: (result: never) => void;
  reject: (error: Error) => void;
}

interface Reader {
  worker: Worker;
  pending: Map<number, Pending>;
}

const readers: Reader[] = [];
let lastRequest = 0;

/**
 * Does a read's work: small work at once, large work in a thread where this is the main one. What is sent
 * to a thread is gone here: the caller hands its parts over.
 */
export async function runReaderWork<Work extends ReaderWork>(work: Work): Promise<ReaderResult<Work>> {
  const here = !isMainThread || countPacked(work.parts.chunks) < threadedFrom;
  return here ? (doReaderWork(work) as ReaderResult<Work>) : sendToReader(work);
}

function sendToReader<Work extends ReaderWork>(work: Work): Promise<ReaderResult<Work>> {
  const reader = chooseReader();
  const request: ReaderRequest = { id: ++lastRequest, work };
  const { data, ends, counts } = work.parts.chunks;
  return new Promise((resolve, reject) => {
    reader.pending.set(request.id, { resolve, reject });
    reader.worker.ref();
    reader.worker.postMessage(request, [
      data.buffer,
      ends.buffer as ArrayBuffer,
      counts.buffer as ArrayBuffer,
    ]);
  });
}

function chooseReader(): Reader {
  const idle = readers.find((reader) => reader.pending.size === 0);
  if (idle) return idle;
  if (readers.length < mostThreads) return startReader();
  return readers.reduce((best, reader) => (reader.pending.size < best.pending.size ? reader : best));
}

function startReader(): Reader {
  const reader: Reader = { worker: startThread('series/reader-thread', null), pending: new Map() };
  readers.push(reader);
  reader.worker.on('message', ({ id, result, error }: ReaderReply) => {
    const pending = reader.pending.get(id);
    reader.pending.delete(id);
    // An idle thread must not keep the process from ending.
    if (reader.pending.size === 0) reader.worker.unref();
    if (error) pending?.reject(error);
    else pending?.resolve(result as never);
  });
  const lose = (error: Error) => {
    const index = readers.indexOf(reader);
    if (index >= 0) readers.splice(index, 1);
    for (const { reject } of reader.pending.values()) reject(error);
    reader.pending.clear();
  };
  reader.worker.on('error', lose);
  reader.worker.on('exit', (code) => lose(new Error(`the reader thread ended with code ${code}`)));
  return reader;
}
