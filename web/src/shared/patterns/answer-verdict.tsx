import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AnswerExplanation } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useJudgeAnswer } from './use-answers.ts';

/** Marks an answer as right or wrong. Its range is then added to the actual pattern. */
export function AnswerVerdict({
  explained: { indicatorPatternId },
  span,
  answer,
  patterns,
  until,
}: {
  explained: AnswerExplanation;
  /** The time span of the answer. */
  span: NonNullable<AnswerExplanation['span']>;
  answer: PatternOfSet;
  patterns: readonly PatternOfSet[];
  /** End of the judged range if the answer still holds, in epoch milliseconds. */
  until: number;
}): ReactNode {
  const timeZone = useTimeZone();
  const judge = useJudgeAnswer(indicatorPatternId);
  const others = patterns.filter(({ id }) => id !== answer.id);
  const [isWrong, setIsWrong] = useState(false);
  const [chosen, setChosen] = useState(others[0]?.id);
  const end = span.end ?? new Date(Math.max(until, Date.parse(span.start) + 1000)).toISOString();
  const range = { start: Date.parse(span.start), end: Date.parse(end) };
  const send = (verdict: 'right' | 'wrong') =>
    judge.mutate({
      start: span.start,
      end,
      answerId: answer.id,
      verdict,
      ...(verdict === 'wrong' && chosen !== undefined ? { patternId: chosen } : {}),
    });
  if (judge.isSuccess) {
    return (
      <Typography role="status" variant="body2" sx={{ pt: 3 }}>
        Range added. Train the patterns again to use it.
      </Typography>
    );
  }
  return (
    <Box sx={{ pt: 3 }}>
      <Typography variant="body2">
        {answer.name} from {formatDateTime(range.start, timeZone)} to {formatDateTime(range.end, timeZone)}:
        is this correct?
      </Typography>
      <Stack direction="row" sx={{ pt: 1, gap: 2, alignItems: 'end', flexWrap: 'wrap' }}>
        {isWrong ? (
          <>
            <Box sx={{ width: 220 }}>
              <SelectField
                label="Actual pattern"
                value={String(chosen ?? '')}
                onChange={({ target }) => setChosen(Number(target.value))}
                choices={others.map(({ id, name }) => ({ value: String(id), label: name }))}
              />
            </Box>
            <Button variant="contained" loading={judge.isPending} onClick={() => send('wrong')}>
              Add range{' '}
            </Button>
            <Button onClick={() => setIsWrong(false)}>Cancel</Button>
          </>
        ) : (
          <>
            <Button variant="outlined" loading={judge.isPending} onClick={() => send('right')}>
              Right
            </Button>
            <Button variant="outlined" onClick={() => setIsWrong(true)}>
              Wrong
            </Button>
          </>
        )}
      </Stack>
      <ErrorState error={judge.error} fallback="Your feedback could not be saved." />
    </Box>
  );
}
