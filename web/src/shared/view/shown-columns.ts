import type { FieldDefinition } from '@twinward/contracts/records/field';
import type { Column } from '../../ui/list/data-table.tsx';
import type { ListControl } from '../address/list-address.ts';

/**
 * The parameter of the address that names the columns of a list: further fields by name, and the list's own as `own.{id}`.
 * Without any of these all own columns are shown; `-` for no further field.
 */
export const columnsName = 'columns';
const ownPrefix = 'own.';

/** How the address names an own column. */
export const ownName = (id: string): string => `${ownPrefix}${id}`;

/** A column that a list shows: one of its own, by its id, or a further field. */
export type ShownColumn = { own: string } | { field: FieldDefinition };

/** What the columns of a list are chosen from. */
export interface ColumnChoices {
  /** The columns that the list has without further fields; the first is always shown. */
  own: readonly Pick<Column<never>, 'id' | 'header'>[];
  /** Further fields that may be columns too. */
  listed: readonly FieldDefinition[];
  /** Those of them that are shown unless others are chosen. */
  standard: readonly FieldDefinition[];
}

/** Takes the columns out of the filters of a list's address. */
export function withoutColumns<Name extends string>(
  address: ListControl<string>,
): { list: ListControl<Name>; columns: string | undefined } {
  const { [columnsName]: columns, ...filters } = address.filters;
  const clearFilters = (): void =>
    address.setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined])));
  // The filters have the names of the list, and those of further fields.
  return { list: { ...address, filters, clearFilters } as object as ListControl<Name>, columns };
}

/** The columns that a list shows, in order. @param text as the address has it */
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
