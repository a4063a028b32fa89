import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Query } from '@twinward/contracts/questions/query';
import type { ParameterValues } from '@twinward/contracts/questions/query-definition';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import { useVersioned } from '../../../shared/form/use-versioned.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { usePaused } from '../../../ui/form/use-paused.ts';
import { useUnsavedGuard } from '../../../ui/form/use-unsaved-guard.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { usePreview, useSaveQuery } from '../api.ts';
import type { Types } from '../catalogue.ts';
import { newQueryPath, queriesPath, queryPath } from '../query-paths.ts';
import { ColumnsSection } from './columns-section.tsx';
import { runnable, toDraft, withoutEmpty } from './definition.ts';
import { DisplaySection } from './display-section.tsx';
import { draftTexts } from './draft-texts.ts';
import { FactsSection } from './facts-section.tsx';
import { FiltersSection } from './filters-section.tsx';
import { ParametersSection } from './parameters-section.tsx';
import { Preview } from './preview.tsx';
import { SortSection } from './sort-section.tsx';
import { SourceSection } from './source-section.tsx';

/** Debounce of the preview in milliseconds. */
const pause = 400;

/** The query builder, with the definition at the left and a live preview at the right. */
export function QueryEditor({ query, types }: { query: Query | null; types: Types }): ReactNode {
  const navigate = useNavigate();
  const saving = useSaveQuery();
  const edit = useVersioned<Query | null, ReturnType<typeof toDraft>>({
    what: 'The query',
    record: query,
    toDraft,
    texts: draftTexts,
    send: (draft, base) =>
      saving.mutateAsync({ body: { ...draft, definition: withoutEmpty(draft.definition) }, base }),
    onResolved: (saved) => saved !== null && leave(saved),
  });
  const guard = useUnsavedGuard(edit.isDirty);
  const { draft } = edit;
  const { definition } = draft;
  const setDefinition = (next: typeof definition): void => edit.change({ definition: next });
  const [values, setValues] = useState<ParameterValues>({});
  const wanted = JSON.stringify(runnable(definition));
  const text = usePaused(wanted, pause);
  const asked = useMemo(() => JSON.parse(text) as ReturnType<typeof runnable>, [text]);
  const known = useMemo(() => {
    const names = new Set(asked?.parameters.map(({ name }) => name));
    return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
  }, [values, asked]);
  const run = usePreview(asked, known);
  const leave = (saved: Query): void => {
    guard.leaveFreely();
    void navigate(queryPath(saved.id));
  };
  const save = async (): Promise<void> => {
    const saved = await edit.save();
    if (saved !== null) leave(saved);
  };
  const title = draft.name.trim() || 'New query';
  const sections = { types, definition, onChange: setDefinition };
  const mayBeSaved = draft.name.trim() !== '' && runnable(definition) !== null;
  usePageCommands(query === null ? [] : [{ title: 'New query', to: newQueryPath }]);
  return (
    <Page
      title={title}
      breadcrumbs={[{ label: 'Queries', to: queriesPath }]}
      state={edit.isDirty ? 'Unsaved changes' : null}
      actions={
        <>
          <Button component={Link} to={query === null ? queriesPath : queryPath(query.id)}>
            Cancel
          </Button>
          <Button
            variant="contained"
            disabled={!mayBeSaved || (query !== null && !edit.isDirty)}
            loading={edit.isSaving}
            onClick={() => void save()}
          >
            Save query
          </Button>
        </>
      }
    >
      <ErrorState error={edit.failure} fallback="The query could not be saved." />
      <Box
        sx={{
          display: 'grid',
          columnGap: 8,
          rowGap: 6,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '360px minmax(0, 1fr)' },
        }}
      >
        <Stack spacing={5}>
          <FactsSection draft={draft} onChange={edit.change} />
          <SourceSection {...sections} />
          <ColumnsSection {...sections} />
          <FiltersSection {...sections} result={run.data} />
          <ParametersSection {...sections} />
          <SortSection {...sections} />
          <DisplaySection {...sections} result={run.data} />
        </Stack>
        <Box sx={{ position: { md: 'sticky' }, top: { md: 56 }, minWidth: 0 }}>
          <Preview
            title={title}
            definition={asked}
            display={definition.display}
            run={run}
            values={known}
            onValue={({ name }, value) => setValues({ ...values, [name]: value })}
          />
        </Box>
      </Box>
      {edit.dialog}
      {guard.dialog}
    </Page>
  );
}
