import type { Access } from './access.ts';

/**
 * Lists that show no records of a type, by the paths of their pages, with who reads them and who changes what they show. The
 * name of a record type has no dot.
 */
export const namedLists = {
  'apps.library': { read: 'apps', write: 'write:library-model' },
  'tools.queries': { read: 'signed-in', write: 'queries' },
  'settings.audit': { read: 'users', write: 'users' },
  'settings.connections': { read: 'connections', write: 'connections' },
  'settings.groups': { read: 'users', write: 'users' },
  'settings.lists': { read: 'signed-in', write: 'lists' },
  'settings.recordtypes': { read: 'signed-in', write: 'recordTypes' },
  'settings.relationships': { read: 'recordTypes', write: 'recordTypes' },
  'settings.service-accounts': { read: 'users', write: 'users' },
  'settings.users': { read: 'users', write: 'users' },
  'settings.webhooks': { read: 'connections', write: 'connections' },
} as const satisfies Record<string, { read: Access; write: Access }>;
export type NamedList = keyof typeof namedLists;

export const isNamedList = (name: string): name is NamedList => Object.hasOwn(namedLists, name);
