import type { QueryType } from '@twinward/contracts/questions/query';
import { isSystemType } from '@twinward/contracts/records/record-type';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../../../../platform/database/database.ts';
import { listTypes, type TypeDefinition } from '../../../records/record-type/service.ts';
import { type BareRelationshipRow, listBareRelationships } from '../../../records/relationship/service.ts';
import { assetTypes } from './asset-types.ts';
import {
  type Catalogue,
  type CatalogueRelation,
  type CatalogueType,
  field,
  toColumn,
  toOne,
} from './catalogue.ts';
import { libraryModelType } from './library-model-type.ts';
import { backRelation, toCatalogueFields, toCatalogueRelations } from './record-fields.ts';
import { riskHistoryType } from './risk-history-type.ts';
import { seriesType } from './series-type.ts';
import { twinTypes } from './twin-types.ts';

const declared = [...assetTypes, ...twinTypes, libraryModelType, riskHistoryType];

/**
 * Types that are not record types are readable if this record type is, that is for all users with access to the apps.
 */
const appsType = 'asset';

/**
 * Loads the types, fields and relations that queries can name.
 * @param readable names of the record types that the reader may read
 */
export async function loadCatalogue(db: Db, readable: ReadonlySet<string>): Promise<Catalogue> {
  const types = await listTypes(db);
  const catalogue = new Map<string, CatalogueType>();
  for (const type of declared) {
    catalogue.set(type.name, {
      ...type,
      readable: readable.has(isSystemType(type.name) ? type.name : appsType),
    });
  }
  catalogue.set(seriesType.name, { ...seriesType, readable: readable.has('tag') });
  // All readers see the names of users and items, because their records contain them.
  for (const name of ['user', 'list-item']) catalogue.get(name)!.readable = true;
  for (const type of types) {
    const base = catalogue.get(type.name) ?? customType(type);
    const fields = new Map(base.fields);
    const relations = new Map(base.relations);
    for (const one of toCatalogueFields(type)) fields.set(one.name, one);
    for (const one of toCatalogueRelations(type)) relations.set(one.name, one);
    catalogue.set(type.name, { ...base, readable: readable.has(type.name), fields, relations });
  }
  for (const type of types) addBackRelations(catalogue, type);
  for (const relationship of await listBareRelationships(db)) addLinks(catalogue, relationship);
  return catalogue;
}

function customType({ id, name, caption, pluralCaption, states }: TypeDefinition): CatalogueType {
  const own = [
    field('id', 'Id', 'integer', 'id'),
    field('title', 'Title', 'text', 'title'),
    field('state', 'State', 'text', 'state', {
      options: states.map((state) => ({ value: state.name, caption: state.caption })),
    }),
    field('createdAt', 'Created', 'date-time', 'created_at'),
    field('updatedAt', 'Changed', 'date-time', 'updated_at'),
  ];
  const relations = [
    toOne('createdBy', 'Created by', 'user', 'created_by'),
    toOne('updatedBy', 'Changed by', 'user', 'updated_by'),
  ];
  return {
    name,
    caption,
    pluralCaption: pluralCaption || caption,
    isSystem: false,
    isSource: true,
    readable: false,
    table: 'record',
    id: 'id',
    title: 'title',
    // A literal, so that the planner can use partial indexes.
    isOfType: (alias) => sql<SqlBool>`${toColumn(alias, 'type_id')} = ${sql.lit(id)}`,
    fields: new Map(own.map((one) => [one.name, one])),
    relations: new Map(relations.map((one) => [one.name, one])),
  };
}

function addRelation(catalogue: Map<string, CatalogueType>, type: string, relation: CatalogueRelation): void {
  const owner = catalogue.get(type);
  if (!owner || !catalogue.has(relation.type)) return;
  catalogue.set(type, { ...owner, relations: new Map(owner.relations).set(relation.name, relation) });
}

function addBackRelations(catalogue: Map<string, CatalogueType>, type: TypeDefinition): void {
  for (const definition of type.fields) {
    if (definition.kind !== 'reference') continue;
    addRelation(catalogue, definition.recordType, backRelation(catalogue.get(type.name)!, type, definition));
  }
}

/** Adds a relationship in both directions: to the records on its `from` side and on its `to` side. */
function addLinks(catalogue: Map<string, CatalogueType>, relationship: BareRelationshipRow): void {
  const { id, name, cardinality, from_type, to_type, from_caption, to_caption } = relationship;
  const linkTo = (side: 'from' | 'to', caption: string, type: string, many: boolean): CatalogueRelation => ({
    name: `links.${name}.${side}`,
    caption,
    type,
    many,
    on: (link, to) => sql<SqlBool>`${toColumn(to, 'id')} = ${toColumn(link, `${side}_id`)}`,
    through: {
      table: 'record_link',
      on: (from, link) => sql<SqlBool>`${toColumn(link, 'relationship_id')} = ${sql.lit(id)}
        and ${toColumn(link, side === 'to' ? 'from_id' : 'to_id')} = ${toColumn(from, 'id')}`,
    },
  });
  addRelation(catalogue, from_type, linkTo('to', from_caption, to_type, cardinality !== 'one-one'));
  addRelation(catalogue, to_type, linkTo('from', to_caption, from_type, cardinality === 'many-many'));
}

/** Returns the types that the reader may query, with their fields and relations. */
export function describeTypes(catalogue: Catalogue): QueryType[] {
  const all = [...catalogue.values()];
  return all
    .filter(({ readable }) => readable)
    .filter(
      ({ name, isSource }) => isSource || name === seriesType.name || all.some((type) => leadsTo(type, name)),
    )
    .map(({ name, caption, pluralCaption, isSystem, isSource, fields, relations }) => ({
      name,
      caption,
      pluralCaption,
      isSystem,
      isSource,
      fields: [...fields.values()].map(({ name, caption, kind, unit, options, list }) => ({
        name,
        caption,
        kind,
        unit,
        ...(options === undefined ? {} : { options }),
        ...(list === undefined ? {} : { list }),
      })),
      relations: [...relations.values()]
        .filter(({ type }) => catalogue.get(type)?.readable)
        .map(({ name, caption, type, many }) => ({ name, caption, type, many })),
    }))
    .sort((one, other) => one.caption.localeCompare(other.caption));
}

const leadsTo = ({ readable, relations }: CatalogueType, name: string): boolean =>
  readable && [...relations.values()].some(({ type }) => type === name);
