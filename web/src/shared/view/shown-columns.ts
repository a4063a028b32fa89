import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { Column } from '../../ui/list/data-table.tsx';
import type { ListControl } from '../address/list-address.ts';

/**
 * The URL parameter with the columns of a list: further fields by name, and own columns as `own.{id}`. Without an own
 * column in it, all own columns are shown. `-` means no further fields.
 */
export const columnsName = 'columns';
const ownPrefix = 'own.';

/** The name of an own column in the URL. */
export const ownName = (id: string): string => `${ownPrefix}${id}`;

/** A visible column of a list: an own column by its id, or a further field. */
export type ShownColumn = { own: string } | { field: FieldDefinition };

/** The available columns of a list. */
export interface ColumnChoices {
  /** The columns of the list without further fields; the first is always shown. */
  own: readonly Pick<Column<never>, 'id' | 'header'>[];
  /** Further fields available as columns. */
  listed: readonly FieldDefinition[];
  /** Further fields that are shown by default. */
  standard: readonly FieldDefinition[];
}

/** Separates the columns from the filters of a list's URL. */
export function withoutColumns<Name extends string>(
  address: ListControl<string>,
): { list: ListControl<Name>; columns: string | undefined } {
  const { [columnsName]: columns, ...filters } = address.filters;
  const clearFilters = (): void =>
    address.setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
  // The remaining filters are those of the list and of further fields.
  return { list: { ...address, filters, clearFilters } as object as ListControl<Name>, columns };
}

/** The visible columns of a list, in order. @param text the columns as encoded in the URL */
export function shownColumns(
  { own, listed, standard }: ColumnChoices,
  text: string | undefined,
): ShownColumn[] {
  const all = own.map(({ id }): ShownColumn => ({ own: id }));
  if (text === undefined) return [...all, ...standard.map((field) => ({ field }))];
  const chosen = [...new Set(text.split(','))].flatMap((name): ShownColumn[] => {
    const field = listed.find((one) => one.name === name);
    if (field) return [{ field }];
    return own.some(({ id }) => name === ownName(id)) ? [{ own: name.slice(ownPrefix.length) }] : [];
  });
  if (!chosen.some((column) => 'own' in column)) return [...all, ...chosen];
  const isFirst = (column: ShownColumn): boolean => 'own' in column && column.own === own[0]?.id;
  return [...all.slice(0, 1), ...chosen.filter((column) => !isFirst(column))];
}
