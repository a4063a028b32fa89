import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  ParameterValues,
  QueryDefinition,
  QueryDisplay,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { type ReactNode, useCallback, useState } from 'react';
import { markValues } from '../../../shared/query/mark-values.ts';
import { ParametersBar } from '../../../shared/query/parameters-bar.tsx';
import type { ResultMark } from '../../../shared/query/result-mark.ts';
import { ResultAge, ResultView } from '../../../shared/query/result-view.tsx';
import { MarkRows } from '../../../shared/query/rows-dialog.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { usePreviewRows } from '../api.ts';

/** The result of the edited definition. After a failed run, the previous result stays. */
export function Preview({
  title,
  definition,
  display,
  run,
  values,
  onValue,
}: {
  title: string;
  /** The runnable definition; null if incomplete. */
  definition: QueryDefinition | null;
  display: QueryDisplay;
  run: UseQueryResult<QueryResult>;
  values: ParameterValues;
  onValue: (parameter: QueryParameter, value: ParameterValues[string]) => void;
}): ReactNode {
  const [mark, setMark] = useState<ResultMark | null>(null);
  const drill = useCallback((next: ResultMark) => setMark(next), []);
  if (definition === null) {
    return <EmptyState title="The result appears here." hint="Choose a source and at least one column." />;
  }
  const result = run.data;
  return (
    <Section title="Preview" aside={result === undefined ? null : <ResultAge result={result} />}>
      <Stack spacing={3}>
        <ParametersBar parameters={definition.parameters} values={values} onChange={onValue} />
        {run.error ? (
          <ErrorState
            error={run.error}
            fallback="Error loading query/card."
            onRetry={() => void run.refetch()}
          />
        ) : null}
        {result === undefined ? (
          run.error ? null : (
            <LoadingRows rows={10} />
          )
        ) : (
          <Box
            aria-busy={run.isFetching}
            sx={{ opacity: run.isPlaceholderData || run.error ? 0.6 : 1, transition: 'opacity 120ms' }}
          >
            <ResultView
              title={title}
              result={result}
              display={display}
              {...(display.view === 'table' ? {} : { height: 400 })}
              {...(isGrouped(definition.columns) ? { onMark: drill } : {})}
            />
          </Box>
        )}
      </Stack>
      {mark === null || result === undefined ? null : (
        <PreviewRows
          definition={definition}
          values={values}
          result={result}
          mark={mark}
          onClose={() => setMark(null)}
        />
      )}
    </Section>
  );
}

function PreviewRows({
  definition,
  values,
  result,
  mark,
  onClose,
}: {
  definition: QueryDefinition;
  values: ParameterValues;
  result: QueryResult;
  mark: ResultMark;
  onClose: () => void;
}): ReactNode {
  const [page, setPage] = useState(1);
  const rows = usePreviewRows(definition, values, markValues(result, mark.row), page);
  return <MarkRows rows={rows} page={page} setPage={setPage} result={result} mark={mark} onClose={onClose} />;
}
