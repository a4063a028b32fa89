import type {
  Connection,
  ConnectionRole,
  ConnectionState,
  ConnectionType,
  LogLevel,
} from '@twinward/contracts/connections/connection';
import { formatNumber } from '../../ui/format/format.ts';
import type { LinkTab } from '../../ui/page/link-tabs.tsx';

export const stateLabels: Record<ConnectionState, string> = {
  stopped: 'Stopped',
  starting: 'Starting',
  running: 'Running',
  degraded: 'Degraded',
  failed: 'Failed',
};

export const placeLabels: Record<Connection['place'], string> = {
  server: 'At the server',
  plant: 'At the plant',
};

export const logLevelLabels: Record<LogLevel, string> = {
  error: 'Error',
  warn: 'Warning',
  info: 'Information',
  debug: 'Debug',
};

export const roleLabels: Record<ConnectionRole, string> = {
  live: 'Live points',
  history: 'History',
  browse: 'Browsing',
  push: 'Pushed points',
  assets: 'Assets',
  work: 'Work',
};

/** The display name of a type; the identifier of an unknown type. */
export const typeName = (types: readonly ConnectionType[] | undefined, type: string): string =>
  types?.find((each) => each.type === type)?.name ?? type;

export const findRoles = (
  types: readonly ConnectionType[] | undefined,
  type: string,
): ReadonlySet<ConnectionRole> => new Set(types?.find((each) => each.type === type)?.roles);

/** Whether a connection calls a system, so that it can be tested. Others only receive calls. */
export const callsSystem = (roles: ReadonlySet<ConnectionRole>): boolean =>
  [...roles].some((role) => role !== 'push');

export const connectionsPath = '/settings/connections';
export const connectionPath = (id: number): string => `${connectionsPath}/${id}`;
export const configurationPath = (id: number): string => `${connectionPath(id)}/configuration`;
export const connectionTagsPath = (id: number): string => `${connectionPath(id)}/tags`;
export const browsePath = (id: number): string => `${connectionPath(id)}/browse`;
export const sourcesPath = (id: number): string => `${connectionPath(id)}/sources`;
export const recordsPath = (id: number): string => `${connectionPath(id)}/records`;
export const mappingPath = (id: number, stream: string): string =>
  `${recordsPath(id)}/${encodeURIComponent(stream)}`;
export const logPath = (id: number): string => `${connectionPath(id)}/log`;

/** The tabs of a connection, by its roles. */
export const connectionTabs = (id: number, roles: ReadonlySet<ConnectionRole>): LinkTab[] => [
  { label: 'Overview', to: connectionPath(id) },
  { label: 'Configuration', to: configurationPath(id) },
  ...(readsRecords(roles) ? [{ label: 'Records', to: recordsPath(id) }] : []),
  ...(feedsTags(roles) ? [{ label: 'Tags', to: connectionTagsPath(id) }] : []),
  ...(roles.has('browse') ? [{ label: 'Browse', to: browsePath(id) }] : []),
  ...(hasSources(roles) ? [{ label: 'Sources', to: sourcesPath(id) }] : []),
  { label: 'Log', to: logPath(id) },
];

/** Whether assets or work are read from the system. */
export const readsRecords = (roles: ReadonlySet<ConnectionRole>): boolean =>
  roles.has('assets') || roles.has('work');

/** Whether a connection may feed tags. True without roles, since tags may remain from a type without a connector. */
export const feedsTags = (roles: ReadonlySet<ConnectionRole>): boolean =>
  roles.size === 0 || roles.has('live') || roles.has('history') || roles.has('push');

/** Whether sources are discovered by their deliveries, since the system can't be browsed. */
const hasSources = (roles: ReadonlySet<ConnectionRole>): boolean =>
  roles.has('push') || (roles.has('live') && !roles.has('browse'));

/** Formats a duration in seconds: 0.4 s, 12 s, 5 min, 3 h. */
export function secondsText(seconds: number | null): string {
  if (seconds === null) return '–';
  const size = Math.abs(seconds);
  if (size < 10) return `${seconds.toFixed(1)} s`;
  if (size < 120) return `${Math.round(seconds)} s`;
  if (size < 7200) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}

export const rateText = (rate: number): string =>
  formatNumber(rate < 10 ? Number(rate.toFixed(1)) : Math.round(rate));

/** Describes the deviation of a clock. */
export const clockText = (seconds: number): string =>
  Math.abs(seconds) < 1
    ? 'Same as Twinward'
    : `${secondsText(Math.abs(seconds))} ${seconds > 0 ? 'ahead of Twinward' : 'behind Twinward'}`;
