/**
 * Evaluates calculations and protections in the browser. The engine makes code, which the page's own policy forbids: the server
 * allows it to this script alone, by the name of its file.
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
