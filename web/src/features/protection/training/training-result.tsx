import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { PatternEvaluation, PatternVersion } from '@twinward/contracts/protections/pattern-version';
import type { ReactNode } from 'react';
import { formatCount, formatNumber, formatSpan } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Facts } from '../../../ui/page/facts.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Why } from '../../../ui/page/why.tsx';
import { ConfusionTable } from './confusion-table.tsx';

type Figures = PatternEvaluation['patterns'][number];

const percent = (share: number | null): string =>
  share === null ? '–' : `${formatNumber(Math.round(share * 1000) / 10)} %`;

const columns: readonly Column<Figures>[] = [
  { id: 'name', header: 'Pattern', cell: ({ name }) => name, wraps: true },
  {
    id: 'precision',
    header: 'Precision',
    cell: ({ precision }) => percent(precision),
    numeric: true,
    width: '90px',
  },
  { id: 'recall', header: 'Recall', cell: ({ recall }) => percent(recall), numeric: true, width: '90px' },
  {
    id: 'ranges',
    header: 'Ranges',
    cell: ({ ranges }) => formatCount(ranges),
    numeric: true,
    width: '80px',
    wide: true,
  },
  {
    id: 'samples',
    header: 'Samples',
    cell: ({ samples }) => formatCount(samples),
    numeric: true,
    width: '90px',
    wide: true,
  },
  {
    id: 'held',
    header: 'Tested on',
    cell: ({ isWholeRange }) => (isWholeRange ? 'A whole range' : 'Last third of its range'),
    width: '180px',
    wide: true,
  },
];

/** The results of a version on ranges held out of its training, its settings, and the importance of inputs. */
export function TrainingResult({ version }: { version: PatternVersion }): ReactNode {
  const { evaluation, stepSeconds, windows, strictness, condition } = version;
  const step = stepSeconds * 1000;
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', rowGap: 4, pt: 2 }}>
      {evaluation.warnings.length === 0 ? null : (
        <Alert severity="warning" variant="outlined">
          {evaluation.warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Alert>
      )}
      <Facts
        facts={[
          [
            'Score',
            <>
              {formatNumber(Math.round(evaluation.macroF1 * 1000) / 1000)}{' '}
              <Why
                subject="the score"
                formula="Macro-F1: the mean over all patterns of 2 · precision · recall / (precision + recall)"
                inputs={evaluation.patterns.map(({ name, precision, recall }) => [
                  name,
                  `${percent(precision)}, ${percent(recall)}`,
                ])}
                note="1 is perfect. Tested on ranges that were held out of the training."
              />
            </>,
          ],
          ['Correct answers refused', percent(evaluation.refused)],
          ...(condition === null
            ? []
            : ([
                ['Condition of use', condition],
                ['Excluded by the condition', percent(evaluation.leftOut)],
              ] as const)),
          ['Strictness', strictness],
          ['Step', formatSpan(step)],
          ['Windows', windows.map((window) => formatSpan(window * step)).join(', ')],
        ]}
      />
      <Box>
        <DataTable
          label="Figures by pattern"
          columns={columns}
          rows={evaluation.patterns}
          rowKey={({ patternId }) => patternId}
        />
      </Box>
      <Box>
        <Typography component="h3" variant="h3" sx={{ pb: 1 }}>
          Confusion matrix
        </Typography>
        <ConfusionTable evaluation={evaluation} />
      </Box>
      <Box>
        <Typography component="h3" variant="h3" sx={{ pb: 1 }}>
          Inputs that matter
        </Typography>
        <InputShares inputs={evaluation.inputs} />
      </Box>
    </Box>
  );
}

const mostInputs = 12;

/** The importance of each input in the decision trees. */
function InputShares({ inputs }: Pick<PatternEvaluation, 'inputs'>): ReactNode {
  const most = Math.max(0.01, ...inputs.map(({ importance }) => importance));
  const others = inputs.length - mostInputs;
  return (
    <>
      <Box
        component="ul"
        aria-label="Inputs that matter"
        sx={{ m: 0, p: 0, listStyle: 'none', maxWidth: 560 }}
      >
        {inputs.slice(0, mostInputs).map(({ tagAliasId, tagAliasName, importance }) => (
          <Box
            component="li"
            key={tagAliasId}
            sx={{
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) 120px 56px',
              columnGap: 2,
              alignItems: 'center',
              fontSize: '0.8125rem',
              minHeight: 28,
            }}
          >
            <span style={{ overflowWrap: 'anywhere' }}>{tagAliasName}</span>
            <Box aria-hidden sx={{ height: 8, bgcolor: 'action.hover' }}>
              <Box
                style={{ width: `${(100 * importance) / most}%` }}
                sx={{ height: 8, bgcolor: 'text.secondary' }}
              />
            </Box>
            <Box component="span" sx={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
              {percent(importance)}
            </Box>
          </Box>
        ))}
      </Box>
      {others > 0 ? <Muted>And {formatCount(others)} more.</Muted> : null}
    </>
  );
}
