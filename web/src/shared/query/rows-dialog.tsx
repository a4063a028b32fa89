import Button from '@mui/material/Button';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ParameterValues } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { PageLinks } from '../../ui/list/page-links.tsx';
import { fillTemplate } from '../../ui/page/cards/link-template.ts';
import { cellText } from './cell-text.ts';
import { markValues } from './mark-values.ts';
import { rowsPageSize, useQueryRows } from './queries.ts';
import type { ResultMark } from './result-mark.ts';
import { ResultTable } from './result-table.tsx';

interface Clicked {
  /** The result in which the mark was clicked. */
  result: QueryResult;
  mark: ResultMark;
}

/** The records behind a mark of a saved query. */
export function RowsDialog({
  queryId,
  parameters,
  result,
  mark,
  linkTemplate,
  onClose,
}: Clicked & {
  queryId: number;
  parameters: ParameterValues;
  linkTemplate?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const [page, setPage] = useState(1);
  const rows = useQueryRows(queryId, parameters, markValues(result, mark.row), page);
  return (
    <MarkRows
      rows={rows}
      page={page}
      setPage={setPage}
      result={result}
      mark={mark}
      onClose={onClose}
      linkTemplate={linkTemplate}
    />
  );
}

/** A page of the records behind a mark. */
export function MarkRows({
  rows,
  page,
  setPage,
  result,
  mark,
  linkTemplate,
  onClose,
}: Clicked & {
  rows: UseQueryResult<QueryResult>;
  page: number;
  setPage: (page: number) => void;
  linkTemplate?: string | undefined;
  onClose: () => void;
}): ReactNode {
  const timeZone = useTimeZone();
  const title = result.columns
    .filter(({ role }) => role === 'group')
    .map((column) => cellText(column, mark.row[column.key] ?? null, timeZone))
    .join(', ');
  const path = linkTemplate ? fillTemplate(linkTemplate, mark.row) : null;
  return (
    <AppDialog
      title={title === '' ? 'Records' : `Records: ${title}`}
      maxWidth="lg"
      onClose={onClose}
      actions={
        path === null ? undefined : (
          <Button component={Link} to={path} variant="contained">
            Open page
          </Button>
        )
      }
    >
      <Loaded query={rows} rows={10} fallback="The records could not be loaded.">
        {(shown) => (
          <>
            <ResultTable label={title || 'Records'} result={shown} display={{ conditionalColors: [] }} />
            {shown.total > rowsPageSize ? (
              <PageLinks
                page={page}
                pageSize={rowsPageSize}
                total={shown.total}
                noun="records"
                onChange={setPage}
              />
            ) : null}
          </>
        )}
      </Loaded>
    </AppDialog>
  );
}
