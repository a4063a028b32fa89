import type { Query } from '@twinward/contracts/questions/query';
import { type ReactNode, useMemo } from 'react';
import { useParams } from 'react-router';
import { idIn, isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useQueryTypes, useSavedQuery } from '../../../shared/query/queries.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';
import { typesByName } from '../catalogue.ts';
import { queriesPath, queryPath } from '../query-paths.ts';
import { QueryEditor } from './query-editor.tsx';

/** `/tools/query/{id}/edit`: the query builder. The id `new` creates a query. */
export function EditQueryPage(): ReactNode {
  const { id } = useParams();
  if (id === 'new') return <WithTypes key="new" query={null} />;
  const queryId = idIn(id);
  return queryId === null ? <UnknownRecord /> : <SavedQuery key={queryId} queryId={queryId} />;
}

const frame = { title: 'Query', breadcrumbs: [{ label: 'Queries', to: queriesPath }] };

function SavedQuery({ queryId }: { queryId: number }): ReactNode {
  const query = useSavedQuery(queryId);
  if (isUnknown(query.error)) return <UnknownRecord />;
  if (query.data !== undefined) return <WithTypes query={query.data} />;
  return (
    <Page {...frame}>
      <Loaded query={query} rows={12} fallback="The query could not be loaded.">
        {() => null}
      </Loaded>
    </Page>
  );
}

function WithTypes({ query }: { query: Query | null }): ReactNode {
  const types = useQueryTypes();
  const byName = useMemo(() => typesByName(types.data ?? []), [types.data]);
  if (types.data === undefined) {
    return (
      <Page {...frame}>
        <Loaded query={types} rows={12} fallback="The types of records could not be loaded.">
          {() => null}
        </Loaded>
      </Page>
    );
  }
  if (query !== null && !query.mayEdit) {
    return (
      <Page {...frame} title={query.name}>
        <EmptyState
          title="You cannot change this query."
          hint="Only its owner and administrators can. To make changes, copy the query."
          action={<TextLink to={queryPath(query.id)}>Open the query</TextLink>}
        />
      </Page>
    );
  }
  return <QueryEditor query={query} types={byName} />;
}
