import { type NamedList, namedLists } from '@twinward/contracts/access/named-list';
import type { ListBody } from '@twinward/contracts/core/list';
import {
  type ExportedNamedList,
  type exportNamedList,
  namedListColumns,
} from '@twinward/contracts/system/named-list-export';
import { type ReactNode, useMemo } from 'react';
import type { Column } from '../../ui/list/data-table.tsx';
import { type ListAddressOptions, type ListControl, useListAddress } from '../address/list-address.ts';
import { send } from '../api/http.ts';
import { useAccess } from '../session/session-context.tsx';
import { ColumnsButton } from './columns-button.tsx';
import { ExportMenu } from './export-menu.tsx';
import { SavedViews } from './saved-views.tsx';
import { type ColumnChoices, columnsName, shownColumns, withoutColumns } from './shown-columns.ts';

const more = { isFilter: (name: string) => name === columnsName, isSort: () => false };
/** The parameter that opens a dialog is not part of views. */
const fixed = ['new'];

type OwnColumns = ColumnChoices['own'];
const toChoices = (own: OwnColumns): ColumnChoices => ({ own, listed: [], standard: [] });

/** A list without a record type. Filters, sort and columns are kept in the URL and in saved views. */
export interface ListView<Name extends string> {
  list: ListControl<Name>;
  /** Returns the visible columns, in order. The first column is always visible. */
  visibleColumns: <Row>(columns: readonly Column<Row>[]) => readonly Column<Row>[];
  /**
   * Buttons that choose columns, open saved views, and download the list.
   * @param body request body of the list call
   */
  controls: (columns: OwnColumns, body: ListBody) => ReactNode;
}

/** @param options URL options of the list; must be the same object in every render */
export function useListView<Name extends string>(
  name: NamedList,
  options: ListAddressOptions<Name>,
): ListView<Name> {
  const address = useListAddress<string>(useMemo(() => ({ ...options, more }), [options]));
  const { list, columns: text } = useMemo(() => withoutColumns<Name>(address), [address]);
  const mayShare = useAccess(namedLists[name].write);
  return {
    list,
    visibleColumns: (columns) =>
      shownColumns(toChoices(columns), text).flatMap((shown) =>
        columns.filter(({ id }) => 'own' in shown && id === shown.own),
      ),
    controls: (columns, body) => (
      <>
        <ColumnsButton choices={toChoices(columns)} columns={text} setFilters={address.setFilters} />
        <SavedViews list={name} mayShare={mayShare} fixed={fixed} />
        {isExported(name) ? (
          <ExportMenu
            fileName={name.slice(name.indexOf('.') + 1)}
            shown={shownColumns(toChoices(columns), text)}
            names={namedListColumns[name]}
            ask={(query) =>
              send<typeof exportNamedList>('POST /api/export/:list', { params: { list: name }, query, body })
            }
          />
        ) : null}
      </>
    ),
  };
}

/** Whether the list has a common export call; the audit trail has its own. */
const isExported = (name: NamedList): name is ExportedNamedList => Object.hasOwn(namedListColumns, name);
