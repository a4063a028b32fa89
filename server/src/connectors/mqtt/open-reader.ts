import type { ConnectorCall } from '../connector.ts';
import type { Settings } from './config.ts';
import { createPlainReader } from './plain-reader.ts';
import type { Reader, ReaderOptions } from './reader.ts';
import { openSparkplugReader } from './sparkplug-reader.ts';

export async function openReader(
  call: Pick<ConnectorCall, 'directory' | 'log'>,
  settings: Settings,
  options: ReaderOptions,
): Promise<Reader> {
  return settings.format === 'plain'
    ? createPlainReader(settings.topics, logOnce(call))
    : await openSparkplugReader(call, settings, options, logOnce(call));
}

/** Maximum number of different problems that a run logs. */
const maximumProblems = 100;

/** Logs each problem once, so that a misconfigured device does not flood the log. */
function logOnce(call: Pick<ConnectorCall, 'log'>): (problem: string) => void {
  const logged = new Set<string>();
  return (problem) => {
    if (logged.size > maximumProblems || logged.has(problem)) return;
    logged.add(problem);
    call.log(
      'warn',
      logged.size > maximumProblems
        ? `${maximumProblems} different problems with messages were logged. More will not be logged.`
        : problem,
    );
  };
}
