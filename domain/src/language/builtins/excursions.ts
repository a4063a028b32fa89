import type { Builtin, Call } from './builtin.ts';

/** The arguments of both functions; undefined when one is invalid. */
function thresholdAndWindow(call: Call): { threshold: number; window: number | null } | undefined {
  const threshold = call.threshold(0);
  const window = call.count === 2 ? call.window(1) : null;
  if (threshold === null || (call.count === 2 && window === null)) return undefined;
  return { threshold, window };
}

function usageMessage(name: string): string {
  return `${name} takes the name of a threshold in quotes, and optionally an interval.`;
}

const excursionCount: Builtin = {
  name: 'EXCURSIONCOUNT',
  indicatorOnly: true,
  result: 'number',
  signatures: ['EXCURSIONCOUNT("threshold")', 'EXCURSIONCOUNT("threshold", #interval)'],
  description:
    'How many excursions a threshold above this one had within the interval up to now, an open one included; without an interval since the first evaluation.',
  example: 'EXCURSIONCOUNT("High", #1d) >= 3',
  snippet: 'EXCURSIONCOUNT("#{threshold}", ##{1d})',
  arguments: { least: 1, most: 2, message: usageMessage('EXCURSIONCOUNT') },
  check(call) {
    const found = thresholdAndWindow(call);
    return found ? { kind: 'excursion-count', type: 'number', ...found, ...call.range } : null;
  },
};

const excursionTime: Builtin = {
  name: 'EXCURSIONTIME',
  indicatorOnly: true,
  result: 'interval',
  signatures: ['EXCURSIONTIME("threshold")', 'EXCURSIONTIME("threshold", #interval)'],
  description:
    'How long a threshold above this one was in excursion within the interval up to now; without an interval since the first evaluation.',
  example: 'EXCURSIONTIME("High", #7d) > #8h',
  snippet: 'EXCURSIONTIME("#{threshold}", ##{1d})',
  arguments: { least: 1, most: 2, message: usageMessage('EXCURSIONTIME') },
  check(call) {
    const found = thresholdAndWindow(call);
    return found ? { kind: 'excursion-time', type: 'interval', ...found, ...call.range } : null;
  },
};

export const excursions: readonly Builtin[] = [excursionCount, excursionTime];
