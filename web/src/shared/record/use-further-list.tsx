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
import { ColumnsButton } from '../view/columns-button.tsx';
import { SavedViews } from '../view/saved-views.tsx';
import { columnsName, type ShownColumn, shownColumns, withoutColumns } from '../view/shown-columns.ts';
import { bulkFields } from './bulk-dialog.tsx';
import { fieldColumn, listedFields, sortNames } from './field-column.tsx';
import { buildLabels, filterableFields, filtersIn, toParameterName } from './field-filters.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { recordImport } from './record-import.ts';
import { useCaptions } from './use-captions.ts';
import { useRollUps } from './use-roll-ups.ts';
import { noFields } from './value-fields.ts';

/** A list of a system type with further fields and saved views. Filters, sorts and columns are kept in the URL. */
export interface FurtherList<Name extends string> {
  type: SystemType;
  /** Its filters also contain filters of further fields, which the type does not list. */
  list: ListControl<Name>;
  /** Adds the filters of further fields to the body of the list call. */
  complete: (body: ListBody) => ListBody;
  /** Labels of filters of further fields. */
  labels: Record<string, (value: string) => string>;
  /** Buttons that add filters, choose columns and open saved views. */
  controls: ReactNode;
  /** The visible columns, in order. */
  shown: readonly ShownColumn[];
  /** The sortable further fields. */
  sorts: readonly string[];
  /** Whether the user may write records of the type. */
  mayWrite: boolean;
}

/** Number of further fields shown by default. */
const shownByDefault = 3;
const more = {
  isFilter: (name: string) => name.startsWith('f.') || name === columnsName,
  isSort: (field: string) => field.startsWith('fields.'),
};

/**
 * @param options URL options of the list without further fields; must be the same object in every render
 * @param own the columns of the list without further fields; the first is always shown
 */
export function useFurtherList<Name extends string>(
  type: SystemType,
  options: ListAddressOptions<Name>,
  own: readonly Pick<Column<never>, 'id' | 'header'>[],
): FurtherList<Name> {
  const recordType = useRecordType(type).data;
  const typeFields = recordType ?? noFields;
  const address = useListAddress<string>(useMemo(() => ({ ...options, more }), [options]));
  const timeZone = useTimeZone();
  const [dialog, setDialog] = useState<'filter' | 'import' | null>(null);
  const choices = useMemo(() => {
    const listed = listedFields(typeFields);
    return { own, listed, standard: standardFields(listed) };
  }, [own, typeFields]);
  const { list, columns } = useMemo(() => withoutColumns<Name>(address), [address]);
  const filters: Partial<Record<string, string>> = list.filters;
  const filterable = useMemo(() => filterableFields(typeFields), [typeFields]);
  const sorts = useMemo(() => sortNames(typeFields), [typeFields]);
  const complete = useCallback(
    (body: ListBody): ListBody => ({
      filters: [...body.filters, ...filtersIn(filterable, filters)],
      // An old URL may contain a field that no longer exists.
      sorts: body.sorts.filter(({ field }) => !more.isSort(field) || sorts.includes(field)),
    }),
    [filterable, filters, sorts],
  );
  const controls = (
    <>
      {filterable.length === 0 ? null : <Button onClick={() => setDialog('filter')}>Add filter</Button>}
      <ColumnsButton choices={choices} columns={columns} setFilters={address.setFilters} />
      {recordType?.mayWrite && !withOwnImport.includes(type) && bulkFields(recordType).length > 0 ? (
        <Button onClick={() => setDialog('import')}>Import fields</Button>
      ) : null}
      {recordType === undefined ? null : <SavedViews list={type} mayShare={recordType.mayWrite} />}
      {dialog === 'filter' ? (
        <FilterDialog
          fields={filterable}
          onApply={(field, text) => address.setFilters({ [toParameterName(field)]: text })}
          onClose={() => setDialog(null)}
        />
      ) : null}
      {dialog === 'import' && recordType ? (
        <RowImportDialog kind={recordImport(recordType)} onClose={() => setDialog(null)} />
      ) : null}
    </>
  );
  return {
    type,
    list,
    complete,
    labels: buildLabels(filterable, timeZone),
    controls,
    shown: shownColumns(choices, columns),
    sorts,
    mayWrite: recordType?.mayWrite === true,
  };
}

/** The types whose own import includes further fields as columns. */
const withOwnImport: readonly SystemType[] = ['asset', 'tag', 'work'];

const standardFields = (listed: readonly FieldDefinition[]): FieldDefinition[] =>
  listed.filter(({ inList }) => inList).slice(0, shownByDefault);

/**
 * The visible columns of a list, in order. On a phone, further fields are hidden.
 * @param own the columns of the list without further fields
 */
export function useFurtherColumns<Row extends { id: number; fields: FieldValues }>(
  { type, shown, sorts }: Pick<FurtherList<string>, 'type' | 'shown' | 'sorts'>,
  rows: readonly Row[] | undefined,
  own: readonly Column<Row>[],
): Column<Row>[] {
  const fields = shown.flatMap((column) => ('field' in column ? [column.field] : []));
  const withRollUps = useRollUps(type, fields, rows ?? []);
  const captions = useCaptions(fields, rows?.map(withRollUps) ?? []);
  return shown.flatMap((column): Column<Row>[] => {
    if ('own' in column) {
      const known = own.filter(({ id }) => id === column.own);
      return fields.length === 0 ? known : known.map((one) => narrowed(one, one === own[0]));
    }
    const { field } = column;
    const name = `fields.${field.name}`;
    const sort = sorts.includes(name) ? { sort: { field: name } } : {};
    return [
      {
        id: name,
        wide: true,
        ...sort,
        ...fieldColumn<Row>(field, (row) => ({ fields: withRollUps(row), captions })),
      },
    ];
  });
}

/** Makes a column narrower to leave room for further fields, since its width in percent is for a list without them. */
function narrowed<Row>({ width, ...column }: Column<Row>, isFirst: boolean): Column<Row> {
  if (!width?.endsWith('%')) return { ...column, ...(width === undefined ? {} : { width }) };
  return isFirst ? { ...column, width: '24%' } : column;
}

/** Columns of further fields for a short table without filters and sorting. */
export function useStandardColumns<Row extends { id: number; fields: FieldValues }>(
  type: SystemType,
  rows: readonly Row[] | undefined,
): Column<Row>[] {
  const listed = listedFields(useRecordType(type).data ?? noFields);
  const shown = standardFields(listed).map((field) => ({ field }));
  return useFurtherColumns({ type, shown, sorts: [] }, rows, []);
}
