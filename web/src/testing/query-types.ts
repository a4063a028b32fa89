import type { Query, QueryType } from '@twinward/contracts/questions/query';
import { queryDefinition } from '@twinward/contracts/questions/query-definition';

/** A query catalogue with twins and their assets. */
export const queryTypes: QueryType[] = [
  {
    name: 'twin',
    caption: 'Twin',
    pluralCaption: 'Twins',
    isSystem: true,
    isSource: true,
    fields: [
      { name: 'id', caption: 'Id', kind: 'integer', unit: null },
      { name: 'name', caption: 'Name', kind: 'text', unit: null },
      { name: 'level', caption: 'Level', kind: 'level', unit: null },
      { name: 'startDate', caption: 'Start', kind: 'date', unit: null },
      { name: 'fields.cost', caption: 'Cost', kind: 'money', unit: null },
    ],
    relations: [{ name: 'asset', caption: 'Asset', type: 'asset', many: false }],
  },
  {
    name: 'asset',
    caption: 'Asset',
    pluralCaption: 'Assets',
    isSystem: true,
    isSource: true,
    fields: [
      { name: 'assetName', caption: 'Name', kind: 'text', unit: null },
      {
        name: 'criticality',
        caption: 'Criticality',
        kind: 'text',
        unit: null,
        options: [
          { value: 'A', caption: 'High' },
          { value: 'B', caption: 'Low' },
        ],
      },
    ],
    relations: [{ name: 'tags', caption: 'Tags', type: 'tag', many: true }],
  },
  {
    name: 'tag',
    caption: 'Tag',
    pluralCaption: 'Tags',
    isSystem: true,
    isSource: true,
    fields: [{ name: 'name', caption: 'Name', kind: 'text', unit: null }],
    relations: [],
  },
];

export const savedQuery = (part: Partial<Query> = {}): Query => ({
  id: 5,
  name: 'Twins by class',
  description: '',
  folder: 'Risk',
  sharing: 'tenant',
  source: 'twin',
  view: 'bar',
  isFavorite: false,
  mayEdit: true,
  version: 3,
  owner: { id: 1, userName: 'ada' },
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-02T08:00:00.000Z',
  definition: queryDefinition.parse({
    source: { kind: 'records', type: 'twin' },
    columns: [
      { kind: 'group', key: 'twin', path: 'asset' },
      { kind: 'aggregate', key: 'count', aggregate: 'count' },
    ],
    parameters: [{ name: 'since', caption: 'Since', kind: 'date', default: 'now-30d' }],
    filters: [{ field: 'startDate', operator: 'GreaterThanEqualTo', value: { parameter: 'since' } }],
    display: { view: 'bar', category: 'twin', values: ['count'], linkTemplate: '/apps/twins/{twin.id}' },
  }),
  ...part,
});
