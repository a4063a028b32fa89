import type { FieldDefinition, FieldKind } from '@twinward/contracts/records/field';
import { type SqlBool, sql } from 'kysely';
import { fieldExpression, filterName } from '../../../records/field/service.ts';
import type { TypeDefinition } from '../../../records/record-type/service.ts';
import {
  type CatalogueField,
  type CatalogueRelation,
  type CatalogueType as Type,
  toColumn,
} from './catalogue.ts';

const kinds: Partial<Record<FieldKind, CatalogueField['kind']>> = {
  text: 'text',
  'auto-number': 'text',
  'long-text': 'text',
  number: 'number',
  computed: 'number',
  integer: 'integer',
  money: 'money',
  'yes-no': 'boolean',
  date: 'date',
  'date-time': 'date-time',
  duration: 'duration',
};

type FieldsOfType = Pick<TypeDefinition, 'fields' | 'slots'>;

const fieldsColumn = (alias: string) => sql.ref(`${alias}.fields`);

/** Returns the query fields of a record type. Omits attachments and roll-ups. */
export function toCatalogueFields(type: FieldsOfType): CatalogueField[] {
  return type.fields.flatMap((definition): CatalogueField[] => {
    const { caption, kind } = definition;
    const name = filterName(definition.name);
    const expression = (alias: string) => fieldExpression(definition, type, alias);
    if (kind === 'list-item') {
      const via = {
        type: 'list-item',
        on: (from: string, to: string) => sql<SqlBool>`${toColumn(to, 'id')} = ${expression(from)}::int`,
      };
      const toSql = (alias: string) => toColumn(alias, 'caption');
      return [{ name, caption, kind: 'text', unit: null, list: definition.list, via, sql: toSql }];
    }
    if (kind === 'list-items') {
      const toSql = (
        alias: string,
      ) => sql`(select string_agg(item.caption, ', ' order by item.position, item.id)
        from value_list_item item
        where item.id in (select jsonb_array_elements_text(${expression(alias)})::int))`;
      return [{ name, caption, kind: 'text', unit: null, list: definition.list, sql: toSql }];
    }
    const resultKind = kinds[kind];
    if (resultKind === undefined) return [];
    const unit = kind === 'duration' ? 's' : 'unit' in definition ? definition.unit : null;
    const common = { name, caption, kind: resultKind, unit };
    if (kind === 'long-text') {
      const toSql = (alias: string) => sql`(${fieldsColumn(alias)} ->> ${sql.lit(definition.name)})`;
      return [{ ...common, isLong: true, sql: toSql }];
    }
    if (kind === 'number') return [{ ...common, isStored: true, sql: expression }];
    if (kind !== 'date' && kind !== 'date-time') return [{ ...common, sql: expression }];
    // Stored as text that sorts by time. Filters compare the text, so that they can use the index.
    const stored = (value: unknown) => {
      const iso = new Date(String(value)).toISOString();
      return sql`${kind === 'date' ? iso.slice(0, 10) : iso}::text`;
    };
    const cast = kind === 'date' ? sql`date` : sql`timestamptz`;
    return [
      {
        ...common,
        sql: (alias) => sql`(${expression(alias)})::${cast}`,
        filter: (alias) => ({ sql: expression(alias), toStored: stored }),
      },
    ];
  });
}

/** Returns the relations of fields that refer to records and users. */
export function toCatalogueRelations(type: FieldsOfType): CatalogueRelation[] {
  return type.fields.flatMap((definition): CatalogueRelation[] => {
    const { kind, caption } = definition;
    if (kind !== 'reference' && kind !== 'user') return [];
    return [
      {
        name: filterName(definition.name),
        caption,
        type: kind === 'user' ? 'user' : definition.recordType,
        many: false,
        on: (from, to) =>
          sql<SqlBool>`${toColumn(to, 'id')} = ${fieldExpression(definition, type, from)}::int`,
      },
    ];
  });
}

/** Returns the relation from a record to the records of another type whose field refers to it. */
export function backRelation(
  from: Pick<Type, 'name' | 'pluralCaption'>,
  type: FieldsOfType,
  definition: FieldDefinition,
): CatalogueRelation {
  return {
    name: `records.${from.name}.${definition.name}`,
    caption: `${from.pluralCaption} (${definition.caption})`,
    type: from.name,
    many: true,
    on: (own, other) =>
      sql<SqlBool>`${fieldExpression(definition, type, other)} = ${toColumn(own, 'id')}::float8`,
  };
}
