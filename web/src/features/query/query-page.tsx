import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Typography from '@mui/material/Typography';
import type { Query } from '@twinward/contracts/questions/query';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { usePageCommands } from '../../shared/commands/page-commands.ts';
import { readParameters, writeParameter } from '../../shared/query/parameter-address.ts';
import { ParametersBar } from '../../shared/query/parameters-bar.tsx';
import { useQueryResult, useRunAgain, useSavedQuery, useSetFavorite } from '../../shared/query/queries.ts';
import type { ResultMark } from '../../shared/query/result-mark.ts';
import { ResultAge } from '../../shared/query/result-view.tsx';
import { RowsDialog } from '../../shared/query/rows-dialog.tsx';
import { ReportsDialog } from '../../shared/report/reports-dialog.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import type { ExportFormat } from './api.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { FavoriteMark } from './favorite.tsx';
import { newQueryPath, queriesPath, queryEditPath } from './query-paths.ts';
import { sharingNames } from './query-words.ts';
import { RunResult } from './run-result.tsx';
import { UsesDialog } from './uses-dialog.tsx';
import { QueryVersionsDialog } from './versions-dialog.tsx';

/** `/tools/query/{id}`: the result of a saved query. */
export function QueryPage(): ReactNode {
  const queryId = idIn(useParams().id);
  return queryId === null ? <UnknownRecord /> : <QueryNamed key={queryId} queryId={queryId} />;
}

const breadcrumbs = [{ label: 'Queries', to: queriesPath }];

function QueryNamed({ queryId }: { queryId: number }): ReactNode {
  const query = useSavedQuery(queryId);
  if (isUnknown(query.error)) return <UnknownRecord />;
  if (query.data !== undefined) return <ShownQuery query={query.data} />;
  return (
    <Page title="Query" breadcrumbs={breadcrumbs}>
      <Loaded query={query} rows={12} fallback="The query could not be loaded.">
        {() => null}
      </Loaded>
    </Page>
  );
}

type DialogName = 'copy' | 'delete' | 'versions' | 'uses' | 'reports' | ExportFormat;

function ShownQuery({ query }: { query: Query }): ReactNode {
  const { id, name, description, definition, mayEdit } = query;
  const { parameters, display } = definition;
  const navigate = useNavigate();
  const mayCreate = useAccess('queries');
  const [address, setAddress] = useSearchParams();
  const values = useMemo(() => readParameters(parameters, address), [parameters, address]);
  const run = useQueryResult(id, values);
  const again = useRunAgain(id, values);
  const favorite = useSetFavorite();
  const [dialog, open] = useState<DialogName | null>(null);
  const [mark, setMark] = useState<ResultMark | null>(null);
  const drill = useCallback((next: ResultMark) => setMark(next), []);
  const close = (): void => open(null);
  const result = run.data;
  usePageCommands([
    ...(mayEdit ? [{ title: `Edit ${name}`, to: queryEditPath(id) }] : []),
    ...(mayCreate ? [{ title: 'New query', to: newQueryPath }] : []),
  ]);
  return (
    <Page
      title={name}
      breadcrumbs={breadcrumbs}
      state={
        <>
          <FavoriteMark query={query} onToggle={favorite.mutate} />
          <Chip size="small" variant="outlined" label={sharingNames[query.sharing]} />
        </>
      }
      actions={
        <>
          <Button loading={run.isFetching || again.isPending} onClick={() => again.mutate()}>
            Run again
          </Button>
          {mayEdit ? (
            <Button component={Link} to={queryEditPath(id)} variant="contained">
              Edit
            </Button>
          ) : null}
          <ActionsMenu
            label={`Actions for ${name}`}
            actions={[
              { label: 'Download as csv', onChoose: () => open('csv') },
              { label: 'Download as xlsx', onChoose: () => open('xlsx') },
              ...(mayCreate ? [{ label: 'Copy', onChoose: () => open('copy') }] : []),
              { label: 'Reports by mail', onChoose: () => open('reports') },
              { label: 'Versions', onChoose: () => open('versions') },
              { label: 'Who uses it', onChoose: () => open('uses') },
              ...(mayEdit ? [{ label: 'Delete', onChoose: () => open('delete') }] : []),
            ]}
          />
        </>
      }
    >
      {description === '' ? null : (
        <Typography sx={{ color: 'text.secondary', pb: 3, maxWidth: 800 }}>{description}</Typography>
      )}
      <ParametersBar
        parameters={parameters}
        values={values}
        onChange={(parameter, value) =>
          setAddress((current) => writeParameter(current, parameter, value), { replace: true })
        }
      />
      <RunResult
        title={name}
        run={run}
        definition={definition}
        display={display}
        height={480}
        rows={12}
        onMark={drill}
      >
        {result === undefined ? null : <ResultAge result={result} />}
      </RunResult>
      {mark === null || result === undefined ? null : (
        <RowsDialog
          queryId={id}
          parameters={values}
          result={result}
          mark={mark}
          linkTemplate={display.linkTemplate}
          onClose={() => setMark(null)}
        />
      )}
      {dialog === 'copy' ? <CopyDialog query={query} onClose={close} /> : null}
      {dialog === 'versions' ? <QueryVersionsDialog query={query} onClose={close} /> : null}
      {dialog === 'reports' ? (
        <ReportsDialog subject={{ kind: 'query', id, parameters: values }} name={name} onClose={close} />
      ) : null}
      {dialog === 'uses' ? <UsesDialog query={query} onClose={close} /> : null}
      {dialog === 'csv' || dialog === 'xlsx' ? (
        <ExportDialog query={query} parameters={values} format={dialog} onClose={close} />
      ) : null}
      {dialog === 'delete' ? (
        <DeleteDialog query={query} onDeleted={() => void navigate(queriesPath)} onClose={close} />
      ) : null}
    </Page>
  );
}
