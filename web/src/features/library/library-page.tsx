import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Filter, ListBody } from '@twinward/contracts/core/list';
import type { TwinModelSummary } from '@twinward/contracts/library/twin-model';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { modelPath, modelsPath, remoteModelsPath, upgradePath } from '../../shared/address/library-paths.ts';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTwinModels } from './api/models.ts';
import { modelColumns } from './list/model-columns.tsx';

const toListBody = (filter: Filter, field: string): ListBody => ({
  filters: [filter],
  sorts: [{ field, direction: 'Descending' }],
});
const inUse = toListBody(
  { field: 'TwinCount', operator: 'GreaterThan', value: 0, dataType: 'N' },
  'OutdatedCount',
);
const drafts = toListBody({ field: 'DraftVersionId', operator: 'IsNotNull', dataType: 'N' }, 'UpdatedAt');

const usedColumns: readonly Column<TwinModelSummary>[] = [
  ...modelColumns.filter(({ id }) => ['name', 'version', 'twins'].includes(id)),
  {
    id: 'outdated',
    header: 'Outdated',
    numeric: true,
    width: '104px',
    cell: ({ id, outdatedCount }) =>
      outdatedCount === 0 ? 'None' : <TextLink to={upgradePath(id)}>{formatCount(outdatedCount)}</TextLink>,
  },
];

const draftColumns: readonly Column<TwinModelSummary>[] = [
  ...modelColumns.filter(({ id }) => id === 'name'),
  {
    id: 'updated',
    header: 'Changed',
    numeric: true,
    width: '30%',
    cell: ({ updatedAt }) => <Time value={updatedAt} />,
  },
];

/** `/apps/library`: models in use with their outdated twins, and drafts. */
export function LibraryPage(): ReactNode {
  const mayCreateModels = useAccess('write:library-model');
  const mayOpenBenchmarks = useAccess('system');
  usePageCommands([
    { title: 'Twin models', to: modelsPath },
    ...(mayCreateModels ? [{ title: 'Models of other installations', to: remoteModelsPath }] : []),
  ]);
  return (
    <Page
      title="Twin library"
      actions={
        <>
          {mayCreateModels ? (
            <Button component={Link} to={remoteModelsPath}>
              Other installations
            </Button>
          ) : null}
          {mayOpenBenchmarks ? (
            <Button component={Link} to="/settings/benchmarks">
              Benchmarks
            </Button>
          ) : null}
          <Button component={Link} to={modelsPath} variant="contained">
            All models
          </Button>
        </>
      }
    >
      <Stack spacing={6}>
        <Models
          title="In use"
          body={inUse}
          columns={usedColumns}
          none={
            <EmptyState
              title="No model is in use yet."
              hint="A twin model is a template for twins. Apply it to assets to create their twins, and publish new versions to upgrade them."
              action={
                <Button component={Link} to={modelsPath}>
                  Choose a model
                </Button>
              }
            />
          }
        />
        <Models
          title="Drafts"
          body={drafts}
          columns={draftColumns}
          none={<EmptyState title="No model has a draft." />}
        />
      </Stack>
    </Page>
  );
}

function Models({
  title,
  body,
  columns,
  none,
}: {
  title: string;
  body: ListBody;
  columns: readonly Column<TwinModelSummary>[];
  none: ReactNode;
}): ReactNode {
  const models = useTwinModels(body, 1, 20);
  return (
    <Section title={title}>
      <Loaded query={models} fallback="The models could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            none
          ) : (
            <DataTable
              label={title}
              columns={columns}
              rows={records}
              rowKey={({ id }) => id}
              rowTo={({ id }) => modelPath(id)}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
