import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import { type ReactNode, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { libraryPath, modelPath } from '../../../shared/address/library-paths.ts';
import { idIn } from '../../../shared/address/unknown-record.tsx';
import { useTaxonomy } from '../../../shared/api/queries/use-taxonomy.ts';
import { classChoices } from '../../../shared/asset/asset-filters.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { useListView } from '../../../shared/view/use-list-view.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { ChoiceField } from '../../../ui/form/choice-field.tsx';
import { findLabel } from '../../../ui/form/choices.ts';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { SearchField } from '../../../ui/list/search-field.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { modelsPerPage, useTwinModels } from '../api/models.ts';
import { modelColumns } from './model-columns.tsx';
import { modelListBody, modelListOptions, stateChoices } from './model-list.ts';
import { NewModelDialog } from './new-model-dialog.tsx';

/** `/apps/library/twin-models`. `?new=` opens the dialog for a new model, with `&twin=` and `&name=` from a twin. */
export function ModelsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('apps.library', modelListOptions);
  const { filters, setFilters } = list;
  const taxonomy = useTaxonomy().data ?? [];
  const classes = useMemo(() => classChoices(taxonomy), [taxonomy]);
  const body = useMemo(() => modelListBody(filters, list.sort, taxonomy), [filters, list.sort, taxonomy]);
  const models = useTwinModels(body, list.page);
  const mayWrite = useAccess('write:library-model');
  const [search, setSearch] = useSearchParams();
  const twinId = idIn(search.get('twin') ?? undefined);
  const show = (isShown: boolean) =>
    setSearch((current) => {
      const next = new URLSearchParams(current);
      for (const name of ['new', 'twin', 'name']) next.delete(name);
      if (isShown) next.set('new', '');
      return next;
    });
  return (
    <Page
      title="Twin models"
      breadcrumbs={[{ label: 'Twin library', to: libraryPath }]}
      actions={
        mayWrite ? (
          <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => show(true)}>
            New model
          </Button>
        ) : undefined
      }
    >
      <FilterBar
        filters={filters}
        labels={{
          search: (value) => `Name contains “${value}”`,
          class: (value) => findLabel(classes, value),
          author: (value) => `Author contains “${value}”`,
          manufacturer: (value) => `Manufacturer contains “${value}”`,
          model: (value) => `Model contains “${value}”`,
          state: (value) => findLabel(stateChoices, value),
        }}
        onRemove={(name) => setFilters({ [name]: undefined })}
        onClear={list.clearFilters}
      >
        <SearchField
          label="Name"
          value={filters.search ?? ''}
          onChange={(text) => setFilters({ search: text })}
        />
        <ChoiceField
          label="Class"
          value={filters.class}
          choices={classes}
          onChange={(value) => setFilters({ class: value })}
        />
        <SearchField
          label="Author"
          width={140}
          value={filters.author ?? ''}
          onChange={(author) => setFilters({ author })}
        />
        <SearchField
          label="Manufacturer"
          width={160}
          value={filters.manufacturer ?? ''}
          onChange={(manufacturer) => setFilters({ manufacturer })}
        />
        <SearchField
          label="Model"
          width={140}
          value={filters.model ?? ''}
          onChange={(model) => setFilters({ model })}
        />
        <ChoiceField
          label="State"
          value={filters.state}
          choices={stateChoices}
          onChange={(state) => setFilters({ state })}
        />
        {controls(modelColumns, body)}
      </FilterBar>
      <ListResults
        label="Twin models"
        noun="models"
        query={models}
        list={list}
        pageSize={modelsPerPage}
        columns={visibleColumns(modelColumns)}
        rowKey={({ id }) => id}
        rowTo={({ id }) => modelPath(id)}
        fallback="The models could not be loaded."
        empty={
          <EmptyState
            title="No models yet."
            hint="A model holds the inputs, protections, failure modes and activities that twins of a class of asset share."
            action={
              mayWrite ? (
                <Button variant="outlined" onClick={() => show(true)}>
                  Create the first model
                </Button>
              ) : null
            }
          />
        }
      />
      {mayWrite && search.has('new') ? (
        <NewModelDialog
          from={twinId === null ? null : { kind: 'twin', twinId }}
          name={search.get('name') ?? ''}
          onClose={() => show(false)}
        />
      ) : null}
    </Page>
  );
}
