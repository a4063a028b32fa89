import { move, transferableSymbol, valueSymbol } from 'piscina';
import { threadWork } from '../platform/threads/thread-work.ts';
import { doReaderWork, type ReaderWork } from './reader-work.ts';

/** Decodes a read's data and transfers the columns to the caller. */
export default threadWork((work: ReaderWork) => {
  const result = doReaderWork(work);
  const buffers = new Set<ArrayBuffer>();
  for (const column of Object.values(result))
    if (ArrayBuffer.isView(column)) buffers.add(column.buffer as ArrayBuffer);
  return move({ [transferableSymbol]: [...buffers], [valueSymbol]: result });
});
