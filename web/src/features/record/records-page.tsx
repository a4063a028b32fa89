import Button from '@mui/material/Button';
import type { CustomRecord } from '@twinward/contracts/records/record';
import type { RecordType } from '@twinward/contracts/records/record-type';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useRecordType } from '../../shared/api/queries/use-record-type.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { filterableFields, toParameterName } from '../../shared/record/field-filters.ts';
import { FilterDialog } from '../../shared/record/filter-dialog.tsx';
import { recordImport } from '../../shared/record/record-import.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ColumnsDialog } from '../../shared/view/columns-dialog.tsx';
import { SavedViews } from '../../shared/view/saved-views.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useExport, useRecordList } from './api.ts';
import { BulkBar } from './bulk-bar.tsx';
import { chosenColumns, columnChoices, recordColumns, sortFields } from './record-columns.tsx';
import { filterLabels, recordListBody } from './record-filters.ts';
import { newRecordPath, recordPath, recordsPath } from './record-paths.ts';
import { RecordSearch } from './record-search.tsx';

/** `/tools/records`: a choice of types with a search over all types; with a type in the URL, its records. */
export function RecordsPage(): ReactNode {
  const [address] = useSearchParams();
  const name = address.get('type') ?? '';
  return name === '' ? <RecordSearch /> : <RecordsNamed key={name} name={name} />;
}

function RecordsNamed({ name }: { name: string }): ReactNode {
  const found = useRecordType(name);
  if (isUnknown(found.error)) return <UnknownRecord />;
  if (found.data !== undefined) return <TypeRecords type={found.data} />;
  return (
    <Page title="Records">
      <Loaded query={found} rows={12} fallback="The record type could not be loaded.">
        {() => null}
      </Loaded>
    </Page>
  );
}

const buildOptions = (type: RecordType): ListAddressOptions<string> => ({
  filterNames: [
    'type',
    'columns',
    'search',
    'state',
    'incomplete',
    ...filterableFields(type).map(toParameterName),
  ],
  sortFields: sortFields(type),
  defaultSort: { field: 'UpdatedAt', direction: 'Descending' },
});

const namedByType = ['type'];
const nameOfRecord = ({ id, title }: CustomRecord): string => title || `#${id}`;

/** The list of a type, with filters on any of its fields. */
function TypeRecords({ type }: { type: RecordType }): ReactNode {
  const options = useMemo(() => buildOptions(type), [type]);
  const list = useListAddress(options);
  const timeZone = useTimeZone();
  const mayConfigure = useAccess('recordTypes');
  const [shown, show] = useState<'filter' | 'columns' | 'import' | null>(null);
  const { type: _, columns: columnsText, ...filters } = list.filters;
  const filtersText = JSON.stringify(filters);
  const body = useMemo(
    () => recordListBody(type, JSON.parse(filtersText), list.sort),
    [type, filtersText, list.sort],
  );
  const chosen = useMemo(() => chosenColumns(type, columnsText), [type, columnsText]);
  const selection = useSelection(nameOfRecord);
  const columns = useMemo(
    () => [...(type.mayWrite ? [selection.column] : []), ...recordColumns(type, chosen)],
    [type, chosen, selection.column],
  );
  const query = useRecordList(type.name, body, list.page);
  const exporting = useExport(type.name);
  const kind = useMemo(() => recordImport(type), [type]);
  const mayAdd = type.mayWrite && !type.deprecated;
  usePageCommands(mayAdd ? [{ title: `Add ${type.caption}`, to: newRecordPath(type.name) }] : []);
  /** The list without the type and the columns, which are not cleared. */
  const filtered = {
    ...list,
    filters,
    clearFilters: () =>
      list.setFilters(Object.fromEntries(Object.keys(filters).map((name) => [name, undefined]))),
  };
  const labels = useMemo(() => filterLabels(type, timeZone), [type, timeZone]);
  return (
    <Page
      title={type.pluralCaption || type.caption}
      breadcrumbs={[{ label: 'Records', to: recordsPath }]}
      actions={
        <>
          {mayAdd ? (
            <Button component={Link} to={newRecordPath(type.name)} variant="contained">
              Add {type.caption}
            </Button>
          ) : null}
          <ActionsMenu
            label={`Actions for ${type.pluralCaption || type.caption}`}
            actions={[
              { label: 'Choose columns', onChoose: () => show('columns') },
              { label: 'Download as xlsx', onChoose: () => exporting.mutate({ body, format: 'xlsx' }) },
              { label: 'Download as csv', onChoose: () => exporting.mutate({ body, format: 'csv' }) },
              ...(mayAdd ? [{ label: 'Import', onChoose: () => show('import') }] : []),
              ...(mayConfigure
                ? [
                    {
                      label: 'Edit record type',
                      to: `/settings/recordtypes/edit/${encodeURIComponent(type.name)}`,
                    },
                  ]
                : []),
            ]}
          />
        </>
      }
    >
      <FilterBar list={filtered} labels={labels}>
        <SearchFilter list={filtered} name="search" label="Title" />
        {type.states.length === 0 ? null : (
          <ChoiceFilter
            list={filtered}
            name="state"
            label="State"
            choices={type.states.map(({ name, caption }) => ({ value: name, label: caption }))}
          />
        )}
        {type.fields.some(({ required, requiredWhen }) => required || requiredWhen !== null) ? (
          <ChoiceFilter
            list={filtered}
            name="incomplete"
            label="Required fields"
            choices={[{ value: 'true', label: 'missing' }]}
          />
        ) : null}
        {filterableFields(type).length === 0 ? null : (
          <Button onClick={() => show('filter')}>Add filter</Button>
        )}
        <SavedViews list={type.name} mayShare={type.mayWrite} fixed={namedByType} />
      </FilterBar>
      <ErrorState error={exporting.error} fallback="The list could not be downloaded." />
      {type.mayWrite ? (
        <BulkBar
          type={type.name}
          chosen={selection.chosen}
          page={query.data}
          body={body}
          onChosen={selection.choose}
        />
      ) : null}
      <ListResults
        label={type.pluralCaption || type.caption}
        noun="records"
        query={query}
        list={filtered}
        pageSize={pageSize}
        columns={columns}
        rowKey={({ id }) => id}
        rowTo={({ id }) => recordPath(id)}
        fallback="The records could not be loaded."
        empty={
          <EmptyState
            title="No records yet."
            hint={type.description}
            action={
              mayAdd ? (
                <Button component={Link} to={newRecordPath(type.name)} variant="outlined">
                  Add the first record
                </Button>
              ) : null
            }
          />
        }
      />
      {query.data?.capped ? (
        <Muted sx={{ pt: 1 }}>There are more records than this. Add a filter to see the exact count.</Muted>
      ) : null}
      {shown === 'filter' ? (
        <FilterDialog
          fields={filterableFields(type)}
          onApply={(field, text) => list.setFilters({ [toParameterName(field)]: text })}
          onClose={() => show(null)}
        />
      ) : null}
      {shown === 'columns' ? (
        <ColumnsDialog
          choices={columnChoices(type)}
          chosen={chosen}
          onApply={(next) => list.setFilters({ columns: next.join(',') })}
          onReset={() => list.setFilters({ columns: undefined })}
          onClose={() => show(null)}
        />
      ) : null}
      {shown === 'import' ? <RowImportDialog kind={kind} onClose={() => show(null)} /> : null}
    </Page>
  );
}
