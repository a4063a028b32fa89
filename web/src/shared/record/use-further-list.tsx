import Button from '@mui/material/Button';
import type { ListBody } from '@twinward/contracts/core/list';
import type { FieldDefinition, FieldValues } from '@twinward/contracts/records/field';
import type { SystemType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { type ListAddressOptions, type ListControl, useListAddress } from '../address/list-address.ts';
import { useRecordType } from '../api/queries/use-record-type.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { fieldColumn, listedFields, sortNames } from './field-column.tsx';
import { filterableFields, filtersIn, labelsOf, parameterOf } from './field-filters.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { useCaptions } from './use-captions.ts';

/** The list of a system kind with its further fields: filters, sorts and columns, kept in the address. */
export interface FurtherList<Name extends string> {
  /** The filters hold those of further fields too, whose names the type does not list. */
  list: ListControl<Name>;
  /** The body of the list call with the filters of further fields. */
  complete: (body: ListBody) => ListBody;
  /** Labels of filters of further fields. */
  labels: Record<string, (value: string) => string>;
  /** Buttons that add filters and choose columns; nothing without further fields. */
  controls: ReactNode;
  /** The fields that are shown, in order. */
  shown: readonly FieldDefinition[];
  /** What the list sorts by, of further fields. */
  sorts: readonly string[];
}

/** Further fields that a list shows unless others are chosen. */
const shownByDefault = 3;
/** The parameter of the address that names the columns; `-` for none. */
const columnsName = 'columns';

const more = {
  isFilter: (name: string) => name.startsWith('f.') || name === columnsName,
  isSort: (field: string) => field.startsWith('fields.'),
};

/** @param options of the address of the list without further fields; the same object at every call */
export function useFurtherList<Name extends string>(
  type: SystemType,
  options: ListAddressOptions<Name>,
): FurtherList<Name> {
  const fields = useRecordType(type).data?.fields ?? noFields;
  const address = useListAddress<string>(useMemo(() => ({ ...options, more }), [options]));
  const timeZone = useTimeZone();
  const [dialog, setDialog] = useState<'filter' | 'columns' | null>(null);
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
  const shown = chosenFields(listed, columnsText);
  const controls =
    listed.length === 0 ? null : (
      <>
        {filterable.length === 0 ? null : <Button onClick={() => setDialog('filter')}>Add filter</Button>}
        <Button onClick={() => setDialog('columns')}>Columns</Button>
        {dialog === 'filter' ? (
          <FilterDialog
            fields={filterable}
            onApply={(field, text) => set({ [parameterOf(field)]: text })}
            onClose={() => setDialog(null)}
          />
        ) : null}
        {dialog === 'columns' ? (
          <ColumnsDialog
            label="Further fields shown"
            mayBeEmpty
            choices={listed.map(({ name, caption }) => ({ value: name, label: caption }))}
            chosen={shown.map(({ name }) => name)}
            onApply={(next) => set({ [columnsName]: next.length === 0 ? '-' : next.join(',') })}
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
  };
}

const noFields: readonly FieldDefinition[] = [];

const standardFields = (listed: readonly FieldDefinition[]): FieldDefinition[] =>
  listed.filter(({ inList }) => inList).slice(0, shownByDefault);

function chosenFields(listed: readonly FieldDefinition[], text: string | undefined): FieldDefinition[] {
  if (text === undefined) return standardFields(listed);
  const names = new Set(text.split(','));
  return [...names].flatMap((name) => listed.find((field) => field.name === name) ?? []);
}

/** Columns of the further fields that a list shows. On a phone they are hidden. */
export function useFurtherColumns<Row extends { fields: FieldValues }>(
  { shown, sorts }: Pick<FurtherList<string>, 'shown' | 'sorts'>,
  rows: readonly Row[] | undefined,
): Column<Row>[] {
  const captions = useCaptions(shown, rows?.map(({ fields }) => fields) ?? []);
  return shown.map((field) => {
    const name = `fields.${field.name}`;
    return {
      id: name,
      wide: true,
      ...(sorts.includes(name) ? { sort: { field: name } } : {}),
      ...fieldColumn<Row>(field, () => captions),
    };
  });
}

/** Columns of further fields for a short table, which is neither filtered nor sorted. */
export function useStandardColumns<Row extends { fields: FieldValues }>(
  type: SystemType,
  rows: readonly Row[] | undefined,
): Column<Row>[] {
  const fields = useRecordType(type).data?.fields ?? noFields;
  return useFurtherColumns({ shown: standardFields(listedFields({ fields })), sorts: [] }, rows);
}
