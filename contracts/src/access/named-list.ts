import type { Access } from './access.ts';

/**
 * Lists that do not show records of a type, by the path of their page, with the access to read and to change their
 * content. Names of record types have no dot, so the two cannot be confused.
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
