import type { Flag } from '../../shared/session/flags.ts';
import type { Session } from '../../shared/session/session.ts';

/** Diagnostics for support, without secrets. */
export const listDiagnostics = (
  { databaseName, version, libraryStatus, user }: Session,
  browser: string,
  flags: readonly Flag[],
  window: { width: number; height: number },
): readonly (readonly [label: string, value: string])[] => [
  ['Version', version],
  ['Database', databaseName],
  ['User name', user.userName],
  ['Time zone', user.timeZone],
  ['Twin library', libraryStatus.available ? `version ${libraryStatus.version ?? 'unknown'}` : 'none'],
  ['Browser', browser],
  ['Flags', flags.join(', ') || 'none'],
  ['Window', `${window.width} × ${window.height}`],
];

/** The diagnostics as lines of text. */
export const diagnosticsText = (facts: readonly (readonly [string, string])[]): string =>
  facts.map(([label, value]) => `${label}: ${value}`).join('\n');
