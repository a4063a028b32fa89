import type { PointBlock } from '@twinward/domain/evaluation';
import type { Answer, Message, QuestionName, Questions } from './protocol.ts';

/** Evaluates calculations and protections in a worker, over points that are sent once. */
export interface EvaluationClient {
  /** Transfers points under a key, replacing earlier ones. The arrays can't be used afterwards. */
  setPoints(key: string, block: PointBlock): void;
  /**
   * Sends a request. Per request name, one runs and at most one waits: a newer request replaces the waiting one, and
   * supersedes the running one.
   *
   * @throws DOMException AbortError if superseded, or if the client was closed
   */
  evaluate<Name extends QuestionName>(
    question: Name,
    request: Questions[Name]['request'],
  ): Promise<Questions[Name]['answer']>;
  close(): void;
}

type Thread = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

interface Pending {
  message: Extract<Message, { kind: 'evaluate' }>;
  resolve(evaluation: Questions[QuestionName]['answer']): void;
  reject(error: unknown): void;
}

/** The requests of one name. */
interface Lane {
  newest: Pending | null;
  isRunning: boolean;
}

export function createEvaluationClient(thread: Thread = startWorker()): EvaluationClient {
  const lanes = new Map<QuestionName, Lane>();
  let count = 0;

  function getLane(question: QuestionName): Lane {
    const lane = lanes.get(question) ?? { newest: null, isRunning: false };
    lanes.set(question, lane);
    return lane;
  }
  function next(lane: Lane): void {
    if (lane.newest === null || lane.isRunning) return;
    lane.isRunning = true;
    thread.postMessage(lane.newest.message, []);
  }
  function abandon(lane: Lane, reason: unknown): void {
    lane.newest?.reject(reason);
    lane.newest = null;
  }

  thread.onmessage = ({ data }: MessageEvent<Answer>) => {
    const lane = getLane(data.question);
    lane.isRunning = false;
    if (lane.newest?.message.number !== data.number) return next(lane);
    const { resolve, reject } = lane.newest;
    lane.newest = null;
    if ('evaluation' in data) resolve(data.evaluation);
    else reject(new Error(data.failure));
  };
  thread.onerror = ({ message }) => {
    for (const lane of lanes.values()) {
      lane.isRunning = false;
      abandon(lane, new Error(message || 'The evaluation could not be started.'));
    }
  };

  return {
    setPoints(key, block) {
      const { times, values, qualities } = block;
      const buffers = [times.buffer, values.buffer, ...(qualities ? [qualities.buffer] : [])];
      thread.postMessage({ kind: 'points', key, block } satisfies Message, buffers as ArrayBuffer[]);
    },
    evaluate<Name extends QuestionName>(question: Name, request: Questions[Name]['request']) {
      const lane = getLane(question);
      abandon(lane, superseded());
      return new Promise<Questions[Name]['answer']>((resolve, reject) => {
        count += 1;
        lane.newest = {
          message: { kind: 'evaluate', number: count, question, request } as Pending['message'],
          resolve: resolve as Pending['resolve'],
          reject,
        };
        next(lane);
      });
    },
    close() {
      thread.terminate();
      for (const lane of lanes.values()) abandon(lane, superseded());
    },
  };
}

const superseded = () => new DOMException('Replaced by a newer evaluation.', 'AbortError');

const startWorker = (): Worker =>
  new Worker(new URL('./evaluation-worker.ts', import.meta.url), { type: 'module' });
