import Button from '@mui/material/Button';
import type { ListBody, Sort } from '@twinward/contracts/core/list';
import type { RiskAnalysisSummary } from '@twinward/contracts/risk/risk-analysis';
import {
  type exportRiskAnalyses,
  riskAnalysisExportColumns,
} from '@twinward/contracts/risk/risk-analysis-export';
import { type ReactNode, useMemo } from 'react';
import { Link } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { contains } from '../../shared/api/filters.ts';
import { send } from '../../shared/api/http.ts';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { useFurtherColumns, useFurtherList } from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ExportMenu } from '../../shared/view/export-menu.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatDate } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { Page } from '../../ui/page/page.tsx';
import { analysesPerPage, useRiskAnalyses } from './api/analyses.ts';
import { riskAnalysisPath } from './paths.ts';

type FilterName = 'search';

const options: ListAddressOptions<FilterName> = {
  filterNames: ['search'],
  sortFields: ['Name', 'StartDate', 'EndDate', 'AssetCount', 'OverThreshold', 'Risk', 'Owner'],
  defaultSort: { field: 'Risk', direction: 'Descending' },
};

const listBody = (search: string | undefined, sort: Sort): ListBody => ({
  filters: contains(['Name', 'Description', 'Owner'], search),
  sorts: [sort],
});

/** The list of risk analyses, highest risk first. */
export function RiskAnalysesPage(): ReactNode {
  const own = columnsIn(useTimeZone());
  const further = useFurtherList('risk-analysis', options, own);
  const { list, complete } = further;
  const { search } = list.filters;
  const body = useMemo(() => complete(listBody(search, list.sort)), [search, list.sort, complete]);
  const analyses = useRiskAnalyses(body, list.page);
  const columns = useFurtherColumns(further, analyses.data?.records, own);
  const selection = useSelection(toName);
  const mayWrite = useAccess('write:risk-analysis');
  const create = (
    <AddButton to={riskAnalysisPath('new')} variant="contained">
      New analysis
    </AddButton>
  );
  return (
    <Page title="Risk analyses" actions={mayWrite ? create : undefined}>
      <FilterBar
        list={list}
        labels={{ search: (text) => `Name, description or owner contains “${text}”`, ...further.labels }}
      >
        <SearchFilter list={list} name="search" label="Name, description or owner" />
        {further.controls}
        <ExportMenu
          fileName="Risk analyses"
          shown={further.shown}
          names={riskAnalysisExportColumns}
          ask={(query) => send<typeof exportRiskAnalyses>('POST /api/riskanalyses/export', { query, body })}
        />
      </FilterBar>
      <SelectedRecords
        type="risk-analysis"
        label="Selected risk analyses"
        chosen={selection.chosen}
        listed={analyses.data?.records ?? []}
        onChosen={selection.choose}
      />
      <ListResults
        label="Risk analyses"
        noun="analyses"
        query={analyses}
        list={list}
        pageSize={analysesPerPage}
        columns={further.mayWrite ? [selection.column, ...columns] : columns}
        rowKey={(analysis) => analysis.id}
        rowTo={(analysis) => riskAnalysisPath(analysis.id)}
        fallback="The risk analyses could not be loaded."
        empty={
          <EmptyState
            title="No risk analyses yet."
            hint="A risk analysis shows the risk of a set of assets up to a date, and what to improve first."
            action={
              mayWrite ? (
                <Button component={Link} to={riskAnalysisPath('new')} variant="outlined">
                  Create the first analysis
                </Button>
              ) : null
            }
          />
        }
      />
    </Page>
  );
}

const toName = ({ name }: RiskAnalysisSummary): string => name;

const columnsIn = (timeZone: string): readonly Column<RiskAnalysisSummary>[] => {
  const date = (value: string | null) => (value === null ? '–' : formatDate(value, timeZone));
  return [
    {
      id: 'name',
      header: 'Name',
      sort: { field: 'Name' },
      cell: ({ name, description }) => <span title={description || name}>{name}</span>,
    },
    {
      id: 'risk',
      header: 'Risk',
      numeric: true,
      width: '136px',
      sort: { field: 'Risk', first: 'Descending' },
      cell: ({ risk }) => <RiskValue risk={risk} />,
    },
    {
      id: 'assets',
      header: 'Assets',
      numeric: true,
      width: '96px',
      sort: { field: 'AssetCount', first: 'Descending' },
      cell: ({ assetCount }) => formatCount(assetCount),
    },
    {
      id: 'over',
      header: 'Opportunities',
      numeric: true,
      width: '128px',
      wide: true,
      sort: { field: 'OverThreshold', first: 'Descending' },
      cell: ({ overThreshold }) => formatCount(overThreshold),
    },
    {
      id: 'start',
      header: 'Start date',
      numeric: true,
      width: '112px',
      wide: true,
      sort: { field: 'StartDate', first: 'Descending' },
      cell: ({ startDate }) => date(startDate),
    },
    {
      id: 'end',
      header: 'End date',
      numeric: true,
      width: '112px',
      wide: true,
      sort: { field: 'EndDate', first: 'Descending' },
      cell: ({ endDate }) => date(endDate),
    },
    {
      id: 'owner',
      header: 'Owner',
      width: '160px',
      wide: true,
      sort: { field: 'Owner' },
      cell: ({ owner }) => owner ?? 'A deleted user',
    },
  ];
};
