import type { PointBlock } from '@twinward/domain/evaluation';
import type { Answer, Evaluation, EvaluationRequest, Message } from './protocol.ts';

/** Evaluates calculations in a thread of its own, over points that it is given once. */
export interface EvaluationClient {
  /** Hands points over under a key, in place of those before; the arrays can't be used here any more. */
  setPoints(key: string, block: PointBlock): void;
  /**
   * The evaluation of a text. One request runs and one waits at most: a newer one takes the place of the one that
   * waits, and of the one that runs only the newest is answered.
   *
   * @throws DOMException AbortError when a newer request came, or the client was closed
   */
  evaluate(request: EvaluationRequest): Promise<Evaluation>;
  close(): void;
}

type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Pending {
  number: number;
  request: EvaluationRequest;
  resolve(evaluation: Evaluation): void;
  reject(error: unknown): void;
}

export function createEvaluationClient(thread: Thread = startWorker()): EvaluationClient {
  let newest: Pending | null = null;
  /** The number of the request that the thread works on. */
  let running: number | null = null;
  let count = 0;

  function next(): void {
    if (newest === null || running !== null) return;
    running = newest.number;
    send({ kind: 'evaluate', number: newest.number, request: newest.request });
  }
  function send(message: Message, transfer: Transferable[] = []): void {
    thread.postMessage(message, transfer);
  }
  function abandon(reason: unknown): void {
    newest?.reject(reason);
    newest = null;
  }

  thread.onmessage = ({ data }: MessageEvent<Answer>) => {
    running = null;
    if (newest?.number !== data.number) return next();
    const { resolve, reject } = newest;
    newest = null;
    if ('evaluation' in data) resolve(data.evaluation);
    else reject(new Error(data.failure));
  };
  thread.onerror = ({ message }) => {
    running = null;
    abandon(new Error(message || 'The evaluation could not be started.'));
  };

  return {
    setPoints(key, block) {
      const { times, values, qualities } = block;
      const buffers = [times.buffer, values.buffer, ...(qualities ? [qualities.buffer] : [])];
      send({ kind: 'points', key, block }, buffers as ArrayBuffer[]);
    },
    evaluate(request) {
      abandon(superseded());
      return new Promise((resolve, reject) => {
        count += 1;
        newest = { number: count, request, resolve, reject };
        next();
      });
    },
    close() {
      thread.terminate();
      abandon(superseded());
    },
  };
}

const superseded = () => new DOMException('A newer evaluation took its place.', 'AbortError');

const startWorker = (): Worker =>
  new Worker(new URL('./evaluation-worker.ts', import.meta.url), { type: 'module' });
