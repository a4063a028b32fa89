import { z } from 'zod';
import type { NamedList } from '../access/named-list.ts';
import { returnsFile } from '../core/content-types.ts';
import { listBody } from '../core/list.ts';
import { exportColumns, exportFormat } from '../core/list-export.ts';
import { routeGroup } from '../core/route.ts';

const defineRoute = routeGroup('Lists of the configuration');

/** The columns of lists that are exported by name, with the captions of the list on the screen. */
export const namedListColumns = {
  'apps.library': ['name', 'class', 'author', 'manufacturer', 'version', 'state', 'twins'],
  'tools.queries': ['name', 'folder', 'source', 'view', 'sharing', 'owner', 'updated'],
  'settings.connections': ['name', 'type', 'state', 'lag', 'rate', 'tags', 'point', 'error', 'place'],
  'settings.groups': ['name', 'caption', 'description', 'users'],
  'settings.lists': ['name', 'description', 'kind', 'standard', 'items'],
  'settings.recordtypes': ['caption', 'name', 'description', 'system', 'restricted', 'deprecated'],
  'settings.relationships': ['caption', 'from', 'to', 'cardinality', 'structures', 'links'],
  'settings.service-accounts': ['name', 'scopes', 'groups', 'state', 'expires', 'used'],
  'settings.users': ['userName', 'name', 'email', 'groups', 'state'],
  'settings.webhooks': ['name', 'url', 'events', 'state', 'delivered'],
} as const satisfies Partial<Record<NamedList, readonly string[]>>;
export type ExportedNamedList = keyof typeof namedListColumns;

const names = Object.keys(namedListColumns) as [ExportedNamedList, ...ExportedNamedList[]];

export const exportNamedList = defineRoute('POST /api/export/:list', {
  access: 'signed-in',
  reads: true,
  summary:
    'Export a list of the configuration as a file, for users who may read it. Filters and sorts are those of its list call',
  params: z.object({ list: z.enum(names) }),
  query: z.object({
    format: exportFormat,
    columns: exportColumns(
      Object.entries(namedListColumns)
        .map(([list, columns]) => `${list}: ${columns.join(', ')}`)
        .join('; '),
    ),
  }),
  body: listBody,
  ...returnsFile('csv', 'xlsx'),
});
