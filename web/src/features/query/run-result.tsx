import Box from '@mui/material/Box';
import type { UseQueryResult } from '@tanstack/react-query';
import type { QueryDefinition, QueryDisplay } from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import type { ReactNode } from 'react';
import type { ResultMark } from '../../shared/query/result-mark.ts';
import { ResultView } from '../../shared/query/result-view.tsx';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';

/** The result of a run. After a failed run, the previous result stays. */
export function RunResult({
  title,
  run,
  definition,
  display,
  height,
  rows,
  onMark,
  children,
}: {
  title: string;
  run: UseQueryResult<QueryResult>;
  definition: QueryDefinition;
  display: QueryDisplay;
  /** Height of a chart. */
  height: number;
  /** Number of rows shown while loading. */
  rows: number;
  /** Opens the rows of a part of a grouped result. */
  onMark: (mark: ResultMark) => void;
  children?: ReactNode;
}): ReactNode {
  return (
    <>
      <QueryError query={run} fallback="Error loading query/card." />
      {run.data === undefined ? (
        run.error ? null : (
          <LoadingRows rows={rows} />
        )
      ) : (
        <Box
          aria-busy={run.isFetching}
          sx={{ opacity: run.isPlaceholderData || run.error ? 0.6 : 1, transition: 'opacity 120ms' }}
        >
          <ResultView
            title={title}
            result={run.data}
            display={display}
            {...(display.view === 'table' ? {} : { height })}
            {...(isGrouped(definition.columns) ? { onMark } : {})}
          />
          {children}
        </Box>
      )}
    </>
  );
}
