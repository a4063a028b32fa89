import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { AdvisorySummary } from '@twinward/contracts/advisories/advisory';
import { advisoryExportColumns, type exportAdvisories } from '@twinward/contracts/advisories/advisory-bulk';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { advisoryPath } from '../../shared/address/paths.ts';
import { usePlaceLabels } from '../../shared/address/place-filters.ts';
import { send } from '../../shared/api/http.ts';
import {
  type FurtherList,
  useFurtherColumns,
  useFurtherList,
} from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ExportMenu } from '../../shared/view/export-menu.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { advisoryColumns } from './advisory-columns.tsx';
import { AdvisoryDialog } from './advisory-dialog.tsx';
import {
  type AdvisoryFilterName,
  advisoryListBody,
  advisoryListOptions,
  attentionChoices,
  createdLabel,
  filterLabels,
  levelChoices,
  outcomeChoices,
  stateChoices,
} from './advisory-list.ts';
import { pageSize, useAdvisories } from './api/advisories.ts';
import { BulkBar } from './bulk-bar.tsx';

/** The list of advisories of all twins or one twin. */
export function AdvisoriesView({ twinId }: { twinId?: number }): ReactNode {
  const own = advisoryColumns(twinId === undefined);
  const further = useFurtherList('advisory', advisoryListOptions, own);
  const { list, complete } = further;
  const { filters, sort } = list;
  const body = complete(advisoryListBody(filters, sort, twinId));
  const advisories = useAdvisories(body, list.page, twinId);
  const selection = useSelection(toName);
  const mayWrite = useAccess('write:advisory');
  const [isDrafting, setIsDrafting] = useState(false);
  const navigate = useNavigate();
  const columns = [selection.column, ...useFurtherColumns(further, advisories.data?.records, own)];
  return (
    <>
      <AdvisoryFilters
        further={further}
        end={
          <ListActions
            body={body}
            shown={further.shown}
            onDraft={mayWrite && twinId !== undefined ? () => setIsDrafting(true) : null}
          />
        }
      />
      <BulkBar
        chosen={selection.chosen}
        listed={advisories.data?.records ?? []}
        onChosen={selection.choose}
      />
      <ListResults
        label="Advisories"
        noun="advisories"
        query={advisories}
        list={list}
        pageSize={pageSize}
        columns={columns}
        rowKey={({ id }) => id}
        rowTo={(advisory) => advisoryPath(advisory.twinId, advisory.id)}
        fallback="The advisories could not be loaded."
        empty={
          <EmptyState
            title="No advisories yet."
            hint="An advisory recommends action on an asset. Protections create advisories automatically, and you can draft one by hand."
            action={
              !mayWrite ? null : twinId === undefined ? (
                <TextLink to="/apps/twins">Choose a twin to draft an advisory</TextLink>
              ) : (
                <Button variant="outlined" onClick={() => setIsDrafting(true)}>
                  Draft the first advisory
                </Button>
              )
            }
          />
        }
      />
      {isDrafting && twinId !== undefined ? (
        <AdvisoryDialog
          twinId={twinId}
          advisory={null}
          onSaved={(id) => void navigate(advisoryPath(twinId, id))}
          onClose={() => setIsDrafting(false)}
        />
      ) : null}
    </>
  );
}

function ListActions({
  body,
  shown,
  onDraft,
}: {
  body: ListBody;
  shown: FurtherList<string>['shown'];
  /** Null if the user can't draft an advisory here. */
  onDraft: (() => void) | null;
}): ReactNode {
  return (
    <Stack direction="row" spacing={2} sx={{ ml: { md: 'auto' }, alignItems: 'center' }}>
      <ExportMenu
        fileName="Advisories"
        shown={shown}
        names={advisoryExportColumns}
        ask={(query) => send<typeof exportAdvisories>('POST /api/advisories/export', { query, body })}
      />
      {onDraft === null ? null : (
        <AddButton variant="contained" onClick={onDraft}>
          New advisory
        </AddButton>
      )}
    </Stack>
  );
}

function AdvisoryFilters({
  further: { list, labels, controls },
  end,
}: {
  further: FurtherList<AdvisoryFilterName>;
  /** Actions at the end of the row. */
  end: ReactNode;
}): ReactNode {
  const placeLabels = usePlaceLabels(list.filters);
  const timeZone = useTimeZone();
  const created = (value: string) => createdLabel(value, timeZone);
  return (
    <FilterBar list={list} labels={{ ...filterLabels, created, ...placeLabels, ...labels }}>
      <SearchFilter list={list} name="search" label="Name or twin" />
      <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} />
      <ChoiceFilter list={list} name="attention" label="Attention" choices={attentionChoices} />
      <ChoiceFilter list={list} name="level" label="Level" choices={levelChoices} />
      <ChoiceFilter list={list} name="outcome" label="Outcome" choices={outcomeChoices} />
      {controls}
      {end}
    </FilterBar>
  );
}

const toName = ({ name, assetName }: AdvisorySummary): string => `${name} of ${assetName}`;
