import { findPlainTopic, type PlainTopic, readPlainMessage } from '@twinward/domain/connections/plain-topic';
import type { Reader } from './reader.ts';

/** Longer messages of plain topics are not read. */
const maximumPlainMessage = 1024 * 1024;

export function createPlainReader(
  topics: readonly PlainTopic[],
  logProblem: (problem: string) => void,
): Reader {
  return {
    read({ topic, payload, isRetained }, arrival) {
      const rule = findPlainTopic(topics, topic);
      if (!rule) return [];
      if (payload.length > maximumPlainMessage) {
        logProblem(`${topic}: the message is longer than 1 MiB.`);
        return [];
      }
      // Its time is unknown, and it would make a silent sensor appear active at each sign-in.
      if (isRetained && rule.time === null) return [];
      const { points, problem } = readPlainMessage(rule, topic, payload.toString('utf8'), arrival);
      if (problem !== null) logProblem(problem);
      return points;
    },
    mark: () => async () => {},
    close: async () => {},
  };
}
