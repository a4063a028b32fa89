import { mdiFileDownloadOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import type { ListedFailureMode } from '@twinward/contracts/twins/failure-mode-list';
import { type ReactNode, useMemo } from 'react';
import { coveragePath, protectionAgainstPath } from '../../shared/address/paths.ts';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { useFurtherColumns, useFurtherList } from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { useFailureMechanisms } from '../../shared/work/failure-codes.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { pageSize, useExportFailureModes, useFailureModeCoverage, useListedFailureModes } from './api.ts';
import { CoverageFigures } from './coverage-figures.tsx';
import { unprotectedColumns } from './unprotected-columns.tsx';
import {
  filterLabels,
  riskChoices,
  twinChoices,
  unprotectedListBody,
  unprotectedListOptions,
} from './unprotected-list.ts';

const toName = ({ name, assetName }: ListedFailureMode): string => `${name} of ${assetName}`;

/** `/apps/unprotected`: the failure modes of the plant without an active protection, highest risk first. */
export function UnprotectedPage(): ReactNode {
  const mayProtect = useAccess('write:protection');
  const { findCaption } = useFailureMechanisms();
  const own = unprotectedColumns(mayProtect, findCaption);
  const further = useFurtherList('failure-mode', unprotectedListOptions, own);
  const { list, complete } = further;
  const { filters, sort } = list;
  const body = useMemo(() => complete(unprotectedListBody(filters, sort)), [filters, sort, complete]);
  const modes = useListedFailureModes(body, list.page);
  const coverage = useFailureModeCoverage();
  const save = useExportFailureModes();
  const columns = useFurtherColumns(further, modes.data?.records, own);
  const selection = useSelection(toName);
  const hasModes = coverage.data !== undefined && coverage.data.covered + coverage.data.uncovered > 0;
  return (
    <Page
      title="Unprotected failure modes"
      actions={
        <Button
          startIcon={<Icon path={mdiFileDownloadOutline} />}
          loading={save.isPending}
          onClick={() => save.mutate(body)}
        >
          Export
        </Button>
      }
    >
      <ErrorState error={save.error} fallback="The list could not be exported." />
      <Loaded query={coverage} rows={2} fallback="The failure modes could not be counted.">
        {(data) => <CoverageFigures coverage={data} />}
      </Loaded>
      <FilterBar list={list} labels={{ ...filterLabels, ...further.labels }}>
        <SearchFilter list={list} name="search" label="Failure mode or asset" />
        <SearchFilter list={list} name="class" label="Class" width={160} />
        <ChoiceFilter list={list} name="risk" label="Risk" choices={riskChoices} />
        <ChoiceFilter list={list} name="twin" label="Twin" choices={twinChoices} />
        {further.controls}
      </FilterBar>
      <SelectedRecords
        type="failure-mode"
        label="Selected failure modes"
        chosen={selection.chosen}
        listed={modes.data?.records ?? []}
        onChosen={selection.choose}
      />
      <ListResults
        label="Unprotected failure modes"
        noun="failure modes"
        query={modes}
        list={list}
        pageSize={pageSize}
        columns={further.mayWrite ? [selection.column, ...columns] : columns}
        rowKey={({ id }) => id}
        rowTo={({ id, twinId }) => (mayProtect ? protectionAgainstPath(twinId, id) : coveragePath(twinId))}
        fallback="The failure modes could not be loaded."
        empty={
          hasModes ? (
            <EmptyState title="Each failure mode of an asset in service is covered by an active protection." />
          ) : (
            <EmptyState
              title="No failure modes yet."
              hint="Add failure modes on the risk page of a twin. Those without an active protection appear here."
              action={<TextLink to="/apps/twins">All twins</TextLink>}
            />
          )
        }
      />
    </Page>
  );
}
