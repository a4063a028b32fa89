/** Access control: groups, the areas of the product that they open, and the record types that a user may write. */

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

/** The system record types. Users to whom one is assigned may create, change and delete its records. */
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
 * What a call requires: nothing, a session, an area, or the right to write records of a type. Writing records also
 * requires the area 'apps'.
 */
export type Access = 'public' | 'signed-in' | Area | `write:${RecordType}`;

/** The fields of a user that determine the permissions. */
export interface Permissions {
  isAdmin: boolean;
  groups: readonly string[];
  recordTypes: readonly string[];
}

/** Whether a signed-in user has an access. The server enforces it; screens hide what is not allowed. */
export function hasAccess(user: Permissions, access: Access): boolean {
  if (access === 'public' || access === 'signed-in' || user.isAdmin) return true;
  if (access.startsWith('write:')) {
    return hasAccess(user, 'apps') && user.recordTypes.includes(access.slice('write:'.length));
  }
  return areas[access as Area].some((group) => user.groups.includes(group));
}

/** The fields of a record type that determine who may read and write its records. */
interface RecordTypeAccess {
  name: string;
  isSystem: boolean;
  restricted: boolean;
}

/** System types whose records belong to records of another type. The right to write that type includes them. */
const owningTypes: Readonly<Record<string, RecordType>> = { 'failure-mode': 'twin', activity: 'twin' };

/**
 * Whether a signed-in user may create, change and delete the records of a type. The type must be assigned; groups
 * alone do not allow it.
 */
export function mayWriteRecords(user: Permissions, { name, isSystem }: RecordTypeAccess): boolean {
  if (isSystem) return hasAccess(user, `write:${(owningTypes[name] ?? name) as RecordType}`);
  return user.isAdmin || user.recordTypes.includes(name);
}

/** Whether a signed-in user may read the records of a type. */
export function mayReadRecords(user: Permissions, type: RecordTypeAccess): boolean {
  const isOpen = type.isSystem || !type.restricted;
  return (isOpen && hasAccess(user, 'apps')) || mayWriteRecords(user, type);
}
