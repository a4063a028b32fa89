/** Who may call what: the groups, the areas of the product they open, and the record types a user may write. */

export const groups = [
  'VIEWERS',
  'ADMINISTRATORS',
  'SECURITY_ADMINISTRATORS',
  'EXTENSIBILITY_ADMINISTRATORS',
  'DASHBOARD_MANAGERS',
  'LIST_MANAGERS',
  'CONNECTION_MANAGERS',
] as const;
export type Group = (typeof groups)[number];

/** An area of the product and the groups that open it. An administrator (isAdmin) opens every area. */
export const areas = {
  apps: ['VIEWERS'],
  queries: ['ADMINISTRATORS', 'DASHBOARD_MANAGERS'],
  users: ['SECURITY_ADMINISTRATORS'],
  recordTypes: ['ADMINISTRATORS', 'EXTENSIBILITY_ADMINISTRATORS'],
  lists: ['ADMINISTRATORS', 'LIST_MANAGERS'],
  system: ['ADMINISTRATORS'],
  connections: ['ADMINISTRATORS', 'CONNECTION_MANAGERS'],
} as const satisfies Record<string, readonly Group[]>;
export type Area = keyof typeof areas;

/** The system's own kinds of record: who has one assigned may create, change and delete records of it. */
export const recordTypes = [
  'asset',
  'twin',
  'tag',
  'protection',
  'advisory',
  'risk-analysis',
  'work',
  'library-model',
] as const;
export type RecordType = (typeof recordTypes)[number];

/**
 * What a call asks of its caller: nothing, a session, an area, or the right to write records of a kind.
 * Writing records also asks for the area 'apps'.
 */
export type Access = 'public' | 'signed-in' | Area | `write:${RecordType}`;

/** The part of a user on which permission depends. */
export interface Permissions {
  isAdmin: boolean;
  groups: readonly string[];
  recordTypes: readonly string[];
}

/** Whether a signed-in user has an access. The server decides by it; the screens hide by it. */
export function hasAccess(user: Permissions, access: Access): boolean {
  if (access === 'public' || access === 'signed-in' || user.isAdmin) return true;
  if (access.startsWith('write:')) {
    return hasAccess(user, 'apps') && user.recordTypes.includes(access.slice('write:'.length));
  }
  return areas[access as Area].some((group) => user.groups.includes(group));
}

/** What of a record type decides who may read and write its records. */
export interface RecordTypeAccess {
  name: string;
  isSystem: boolean;
  restricted: boolean;
}

/** System types whose records are parts of another type's, and written by those who write that. */
const partOf: Readonly<Record<string, RecordType>> = { 'failure-mode': 'twin', activity: 'twin' };

/**
 * Whether a signed-in user may create, change and delete the records of a type: those who have it assigned. The
 * groups alone do not allow it.
 */
export function mayWriteRecords(user: Permissions, { name, isSystem }: RecordTypeAccess): boolean {
  if (isSystem) return hasAccess(user, `write:${(partOf[name] ?? name) as RecordType}`);
  return user.isAdmin || user.recordTypes.includes(name);
}

/** Whether a signed-in user may read the records of a type. */
export function mayReadRecords(user: Permissions, type: RecordTypeAccess): boolean {
  const isOpen = type.isSystem || !type.restricted;
  return (isOpen && hasAccess(user, 'apps')) || mayWriteRecords(user, type);
}
