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
import { findLabel } from '../../../ui/form/choices.ts';
import { FilterBar } from '../../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/list/filter-fields.tsx';
import { ListResults } from '../../../ui/list/list-results.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { modelsPerPage, useTwinModels } from '../api/models.ts';
import { modelColumns } from './model-columns.tsx';
import { modelListBody, modelListOptions, stateChoices } from './model-list.ts';
import { NewModelDialog } from './new-model-dialog.tsx';

/** `/apps/library/twin-models`. `?new=` opens the dialog for a new model, with `&twin=` and `&name=` from a twin. */
export function ModelsPage(): ReactNode {
  const { list, visibleColumns, controls } = useListView('apps.library', modelListOptions);
  const { filters } = list;
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
          <AddButton variant="contained" onClick={() => show(true)}>
            New model
          </AddButton>
        ) : undefined
      }
    >
      <FilterBar
        list={list}
        labels={{
          search: (value) => `Name contains “${value}”`,
          class: (value) => findLabel(classes, value),
          author: (value) => `Author contains “${value}”`,
          manufacturer: (value) => `Manufacturer contains “${value}”`,
          model: (value) => `Model contains “${value}”`,
          state: (value) => findLabel(stateChoices, value),
        }}
      >
        <SearchFilter list={list} name="search" label="Name" />
        <ChoiceFilter list={list} name="class" label="Class" choices={classes} />
        <SearchFilter list={list} name="author" label="Author" width={140} />
        <SearchFilter list={list} name="manufacturer" label="Manufacturer" width={160} />
        <SearchFilter list={list} name="model" label="Model" width={140} />
        <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
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
