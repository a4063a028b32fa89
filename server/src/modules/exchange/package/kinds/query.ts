import { newQuery } from '@twinward/contracts/questions/query';
import type { QueryDefinition, QueryFilter } from '@twinward/contracts/questions/query-definition';
import { z } from 'zod';
import type { Actor } from '../../../../platform/actor.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { createQuery, deleteQuery, getQuery, updateQuery } from '../../../questions/query/service.ts';
import { defineKind, readEach } from '../kind.ts';
import { selectNamesakes, selectSharedId, selectTagIds, selectTagNames } from '../store.ts';

const schema = newQuery.omit({ sharing: true }).extend({
  tags: z.array(z.string()).default([]).describe('Names of the tags of a series, in place of tagIds'),
});
type QueryRecord = z.infer<typeof schema>;

const findQuery = async (actor: Actor, name: string) => {
  const id = await selectSharedId(actor.tenant.db, 'query', name);
  return id === null ? null : getQuery(actor, id);
};

const withTagIds = (definition: QueryDefinition, tagIds: number[]): QueryDefinition =>
  definition.source.kind === 'series'
    ? { ...definition, source: { ...definition.source, tagIds } }
    : definition;

/** Returns the paths of filters that refer to a record by its id. */
function idFilters(filters: readonly QueryFilter[]): string[] {
  return filters.flatMap((filter) => {
    if ('filters' in filter) return idFilters(filter.filters);
    const isId = /(^|\.)id$/i.test(filter.field);
    const isFixed = typeof filter.value !== 'object' || Array.isArray(filter.value);
    return isId && isFixed && filter.value !== undefined ? [filter.field] : [];
  });
}

const idsNamedBy = ({ source, filters, parameters }: QueryDefinition): string[] => [
  ...idFilters(filters),
  ...(source.kind === 'series' ? idFilters(source.tagFilters) : []),
  ...parameters
    .filter((parameter) => parameter.kind === 'reference' && parameter.default !== null)
    .map(({ name }) => name),
];

/** Shared queries, by name. */
export const queryKind = defineKind<QueryRecord>({
  name: 'query',
  caption: 'Shared queries',
  access: 'queries',
  schema,
  toKey: ({ name }) => name,
  listReferences: ({ definition: { source }, tags }) => [
    ...(source.kind === 'records'
      ? [{ kind: 'record-type', key: source.type, path: 'definition.source.type', optional: true as const }]
      : []),
    ...tags.map((key, place) => ({ kind: 'tag', key, path: `tags.${place}` })),
  ],
  listUnnamed: ({ actor }, limit) => selectNamesakes(actor.tenant.db, 'query', limit),
  async listRefused({ actor }, keys) {
    const refused = new Map<string, string>();
    for (const key of keys) {
      const query = await findQuery(actor, key);
      const [first] = query ? idsNamedBy(query.definition) : [];
      if (first !== undefined)
        refused.set(key, `${first} contains the id of a record. Ids differ between databases.`);
    }
    return refused;
  },
  read: ({ actor }, keys) =>
    readEach(keys, async (key) => {
      const query = await findQuery(actor, key);
      if (!query) return null;
      const { name, description, folder, definition } = query;
      const tagIds = definition.source.kind === 'series' ? definition.source.tagIds : [];
      const names = await selectTagNames(actor.tenant.db, tagIds);
      const tags = tagIds.flatMap((id) => names.get(id) ?? []).sort();
      return { name, description, folder, definition: withTagIds(definition, []), tags };
    }),
  async create({ actor }, record) {
    await createQuery(actor, await toQuery(actor, record));
  },
  async update({ actor }, record) {
    const { id, version } = (await findQuery(actor, record.name))!;
    await updateQuery(actor, id, { ...(await toQuery(actor, record)), version });
  },
  async delete({ actor }, key) {
    const query = await findQuery(actor, key);
    if (query) await deleteQuery(actor, query.id);
  },
});

async function toQuery(actor: Actor, { tags, definition, ...fields }: QueryRecord) {
  refuseProblems(idsNamedBy(definition).map((path) => ({ path, message: 'It refers to a record by id.' })));
  const ids = await selectTagIds(actor.tenant.db, tags);
  const tagIds = tags.map((name, place) => {
    const id = ids.get(name);
    if (id === undefined) refuseProblems([{ path: `tags.${place}`, message: `There is no tag '${name}'.` }]);
    return id!;
  });
  return { ...fields, sharing: 'tenant' as const, definition: withTagIds(definition, tagIds) };
}
