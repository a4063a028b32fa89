import Button from '@mui/material/Button';
import type { ListBody } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { type ListAddressOptions, type ListControl, useListAddress } from '../address/list-address.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { RowImportDialog } from '../import/row-import-dialog.tsx';
import { SavedViews } from '../view/saved-views.tsx';
import { bulkFields } from './bulk-dialog.tsx';
import { ColumnsDialog } from './columns-dialog.tsx';
import { fieldColumn, listedFields, sortNames } from './field-column.tsx';
import { filterableFields, filtersIn, labelsOf, parameterOf } from './field-filters.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { recordImport } from './record-import.ts';
import { useCaptions } from './use-captions.ts';

/** A column that a list shows: one of its own, by its id, or a further field. */
type ShownColumn = { own: string } | { field: FieldDefinition };

/** The list of a system kind with its further fields and saved views: filters, sorts and columns, kept in the address. */
export interface FurtherList<Name extends string> {
  /** The filters hold those of further fields too, whose names the type does not list. */
  list: ListControl<Name>;
  /** The body of the list call with the filters of further fields. */
  complete: (body: ListBody) => ListBody;
  /** Labels of filters of further fields. */
  labels: Record<string, (value: string) => string>;
  /** Buttons that add filters, choose columns and open saved views. */
  controls: ReactNode;
  /** The columns that are shown, in order. */
  shown: readonly ShownColumn[];
  /** What the list sorts by, of further fields. */
  sorts: readonly string[];
  /** Whether the user may write records of the kind. */
  mayWrite: boolean;
}

/** Further fields that a list shows unless others are chosen. */
const shownByDefault = 3;
/**
 * The parameter of the address that names the columns: further fields by name, and the list's own as `own.{id}`. Without
 * any of these all own columns are shown; `-` for no further field.
 */
const columnsName = 'columns';
const ownPrefix = 'own.';

const more = {
  isFilter: (name: string) => name.startsWith('f.') || name === columnsName,
  isSort: (field: string) => field.startsWith('fields.'),
};

/**
 * @param options of the address of the list without further fields; the same object at every call
 * @param own the columns that the list has without further fields; the first is always shown
 */
export function useFurtherList<Name extends string>(
  type: SystemType,
  options: ListAddressOptions<Name>,
  own: readonly Pick<Column<never>, 'id' | 'header'>[],
): FurtherList<Name> {
  const recordType = useRecordType(type).data;
  const fields = recordType?.fields ?? noFields;
  const address = useListAddress<string>(useMemo(() => ({ ...options, more }), [options]));
  const timeZone = useTimeZone();
  const [dialog, setDialog] = useState<'filter' | 'columns' | 'import' | null>(null);
  const set = address.setFilters;
  const { filters, columnsText } = useMemo(() => {
    const { [columnsName]: text, ...others } = address.filters;
    return { filters: others, columnsText: text };
  }, [address.filters]);
  const filterable = useMemo(() => filterableFields({ fields }), [fields]);
  const sorts = useMemo(() => sortNames({ fields }), [fields]);
  const complete = useCallback(
    (body: ListBody): ListBody => ({
      filters: [...body.filters, ...filtersIn(filterable, filters)],
      // A field of an old address may be gone.
      sorts: body.sorts.filter(({ field }) => !more.isSort(field) || sorts.includes(field)),
    }),
    [filterable, filters, sorts],
  );
  const listed = listedFields({ fields });
  const shown = shownColumns(own, listed, columnsText);
  const [first, ...others] = own;
  const show = (chosen: readonly string[]): void =>
    set({ [columnsName]: [`${ownPrefix}${first?.id}`, ...chosen].join(',') });
  const controls = (
    <>
      {filterable.length === 0 ? null : <Button onClick={() => setDialog('filter')}>Add filter</Button>}
      <Button onClick={() => setDialog('columns')}>Columns</Button>
      {recordType?.mayWrite && !withOwnImport.includes(type) && bulkFields(recordType).length > 0 ? (
        <Button onClick={() => setDialog('import')}>Import fields</Button>
      ) : null}
      {recordType === undefined ? null : <SavedViews type={type} mayShare={recordType.mayWrite} />}
      {dialog === 'filter' ? (
        <FilterDialog
          fields={filterable}
          onApply={(field, text) => set({ [parameterOf(field)]: text })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'import' && recordType ? (
        <RowImportDialog kind={recordImport(recordType)} onClose={() => setDialog(null)} />
      ) : null}
      {dialog === 'columns' ? (
        <ColumnsDialog
          label={`Shown besides ${first?.header}`}
          mayBeEmpty
          choices={[
            ...others.map(({ id, header }) => ({ value: `${ownPrefix}${id}`, label: header })),
            ...listed.map(({ name, caption }) => ({ value: name, label: caption })),
          ]}
          chosen={shown
            .slice(1)
            .map((column) => ('own' in column ? `${ownPrefix}${column.own}` : column.field.name))}
          onApply={show}
          onReset={() => set({ [columnsName]: undefined })}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </>
  );
  const list = useMemo(
    () => ({
      ...address,
      filters,
      clearFilters: () => set(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
    }),
    [address, filters, set],
  );
  // The names of `options`, and those of further fields.
  return {
    list: list as object as ListControl<Name>,
    complete,
    labels: labelsOf(filterable, timeZone),
    controls,
    shown,
    sorts,
    mayWrite: recordType?.mayWrite === true,
  };
}

/** The types whose further fields are columns of their own import. */
const withOwnImport: readonly SystemType[] = ['asset', 'tag', 'work'];

const noFields: readonly FieldDefinition[] = [];

const standardFields = (listed: readonly FieldDefinition[]): FieldDefinition[] =>
  listed.filter(({ inList }) => inList).slice(0, shownByDefault);

function shownColumns(
  own: readonly { id: string }[],
  listed: readonly FieldDefinition[],
  text: string | undefined,
): ShownColumn[] {
  const all = own.map(({ id }): ShownColumn => ({ own: id }));
  if (text === undefined) return [...all, ...standardFields(listed).map((field) => ({ field }))];
  const chosen = [...new Set(text.split(','))].flatMap((name): ShownColumn[] => {
    const field = listed.find((one) => one.name === name);
    if (field) return [{ field }];
    return own.some(({ id }) => name === `${ownPrefix}${id}`) ? [{ own: name.slice(ownPrefix.length) }] : [];
  });
  if (!chosen.some((column) => 'own' in column)) return [...all, ...chosen];
  const isFirst = (column: ShownColumn): boolean => 'own' in column && column.own === own[0]?.id;
  return [...all.slice(0, 1), ...chosen.filter((column) => !isFirst(column))];
}

/**
 * The columns that a list shows, in order. On a phone further fields are hidden.
 * @param own the columns that the list has without further fields
 */
export function useFurtherColumns<Row extends { fields: FieldValues }>(
  { shown, sorts }: Pick<FurtherList<string>, 'shown' | 'sorts'>,
  rows: readonly Row[] | undefined,
  own: readonly Column<Row>[],
): Column<Row>[] {
  const captions = useCaptions(
    shown.flatMap((column) => ('field' in column ? [column.field] : [])),
    rows?.map(({ fields }) => fields) ?? [],
  );
  return shown.flatMap((column): Column<Row>[] => {
    if ('own' in column) return own.filter(({ id }) => id === column.own);
    const { field } = column;
    const name = `fields.${field.name}`;
    const sort = sorts.includes(name) ? { sort: { field: name } } : {};
    return [{ id: name, wide: true, ...sort, ...fieldColumn<Row>(field, () => captions) }];
  });
}

/** Columns of further fields for a short table, which is neither filtered nor sorted. */
export function useStandardColumns<Row extends { fields: FieldValues }>(
  type: SystemType,
  rows: readonly Row[] | undefined,
): Column<Row>[] {
  const fields = useRecordType(type).data?.fields ?? noFields;
  const shown = standardFields(listedFields({ fields })).map((field) => ({ field }));
  return useFurtherColumns({ shown, sorts: [] }, rows, []);
}
