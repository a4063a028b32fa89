import { type NamedList, namedLists } from '@twinward/contracts/records/saved-view';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../ui/list/data-table.tsx';
import { type ListAddressOptions, type ListControl, useListAddress } from '../address/list-address.ts';
import { useAccess } from '../session/session-context.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { SavedViews } from './saved-views.tsx';
import { columnsName, shownColumns, withoutColumns } from './shown-columns.ts';

const more = { isFilter: (name: string) => name === columnsName, isSort: () => false };
/** The parameter that opens a dialog is no part of views. */
const fixed = ['new'];

/** A list that shows no records of a type: filters, sort and columns, kept in the address and in saved views. */
export interface ListView<Name extends string> {
  list: ListControl<Name>;
  /** Of all columns, those that are shown, in order. The first always is. */
  visibleColumns: <Row>(columns: readonly Column<Row>[]) => readonly Column<Row>[];
  /** Buttons that choose among all columns, and open saved views. */
  controls: (columns: readonly Pick<Column<never>, 'id' | 'header'>[]) => ReactNode;
}

/** @param options of the address of the list; the same object at every call */
export function useListView<Name extends string>(
  name: NamedList,
  options: ListAddressOptions<Name>,
): ListView<Name> {
  const address = useListAddress<string>(useMemo(() => ({ ...options, more }), [options]));
  const { list, columns: text } = useMemo(() => withoutColumns<Name>(address), [address]);
  const mayShare = useAccess(namedLists[name].share);
  return {
    list,
    visibleColumns: (columns) =>
      shownColumns({ own: columns, listed: [], standard: [] }, text).flatMap((shown) =>
        columns.filter(({ id }) => 'own' in shown && id === shown.own),
      ),
    controls: (columns) => (
      <>
        <ColumnsButton
          choices={{ own: columns, listed: [], standard: [] }}
          columns={text}
          setFilters={address.setFilters}
        />
        <SavedViews list={name} mayShare={mayShare} fixed={fixed} />
      </>
    ),
  };
}
