/**
 * Worker that evaluates calculations and protections. The engine generates code, which the page's content security
 * policy forbids; the server allows it only for this script, by its file name.
 */
import { createMessageHandler } from './evaluate-messages.ts';
import type { Message } from './protocol.ts';

const handle = createMessageHandler();

self.onmessage = ({ data }: MessageEvent<Message>) => {
  const answer = handle(data);
  if (answer === null) return;
  const evaluation = 'evaluation' in answer ? answer.evaluation : null;
  const points = evaluation !== null && 'points' in evaluation ? evaluation.points : null;
  self.postMessage(answer, {
    transfer: points === null ? [] : [points.times.buffer, points.values.buffer],
  });
};
