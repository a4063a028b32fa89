import { PushingProgram, type PushTarget } from './pushing-program.ts';
import type { RecordingSystem } from './recording-system.ts';

/** A program that pushes its points by HTTP. It keeps what is not confirmed, over its own restarts too. */
export async function startRecordingPusher(count: number): Promise<RecordingSystem> {
  let target: PushTarget | null = null;
  let isRunning = true;
  const sources = Array.from({ length: count }, (_, i) => `line.v${i}`);
  const program = new PushingProgram(sources, () => (isRunning ? target : null));
  return {
    recorded: program.recorded,
    url: null,
    toConfiguration: () => ({ unknownSources: 'list' }),
    pushTo: (given) => {
      target = given;
    },
    start: async () => {
      isRunning = true;
    },
    stop: async () => {
      isRunning = false;
    },
    rest: () => program.rest(),
    misbehave: (random) => {
      program.doubled = 1 + Math.floor(random.next() * 3);
    },
    remove: () => program.end(),
  };
}
