import Stack from '@mui/material/Stack';
import type { UseQueryResult } from '@tanstack/react-query';
import type {
  ParameterValues,
  QueryDefinition,
  QueryDisplay,
  QueryParameter,
} from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { type ReactNode, useCallback, useState } from 'react';
import { markValues } from '../../../shared/query/mark-values.ts';
import { ParametersBar } from '../../../shared/query/parameters-bar.tsx';
import type { ResultMark } from '../../../shared/query/result-mark.ts';
import { ResultAge } from '../../../shared/query/result-view.tsx';
import { MarkRows } from '../../../shared/query/rows-dialog.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { usePreviewRows } from '../api.ts';
import { RunResult } from '../run-result.tsx';

/** The result of the edited definition. */
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
        <RunResult
          title={title}
          run={run}
          definition={definition}
          display={display}
          height={400}
          rows={10}
          onMark={drill}
        />
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
