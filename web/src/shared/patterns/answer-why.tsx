import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AnswerExplanation, NoAnswerReason } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type ReactNode, useEffect, useRef } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatDateTime, formatPercent } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { useAccess } from '../session/session-context.tsx';
import { AnswerInputs } from './answer-inputs.tsx';
import { AnswerVerdict } from './answer-verdict.tsx';
import { PatternName } from './pattern-name.tsx';
import { useAnswerExplanation } from './use-answers.ts';

const reasons: Record<NoAnswerReason, string> = {
  silent: 'No answer: the latest points of all inputs are too old.',
  missing: 'No answer: a value is missing.',
  window: 'No answer: the longest window of the model is not full yet.',
  condition: 'No answer: the condition of use is not true.',
};

/** Explains the answer of a model at a time: the confidence of each pattern, and the contributions of the inputs. */
export function AnswerWhy({
  protectionId,
  patterns,
  time,
  isJudged = false,
  onClose,
}: {
  protectionId: number;
  patterns: readonly PatternOfSet[];
  time: number;
  /** Whether the user can mark the answer as right or wrong. */
  isJudged?: boolean;
  onClose?(): void;
}): ReactNode {
  const explanation = useAnswerExplanation(protectionId, time);
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <Box component="section" ref={element} aria-label="Why this answer" sx={{ pt: 3 }}>
      <Loaded query={explanation} fallback="The answer could not be explained.">
        {(explained) => (
          <Explained
            explained={explained}
            patterns={patterns}
            time={time}
            isJudged={isJudged}
            onClose={onClose}
          />
        )}
      </Loaded>
    </Box>
  );
}

function Explained({
  explained,
  patterns,
  time,
  isJudged,
  onClose,
}: {
  explained: AnswerExplanation;
  patterns: readonly PatternOfSet[];
  time: number;
  isJudged: boolean;
  onClose: (() => void) | undefined;
}): ReactNode {
  const timeZone = useTimeZone();
  const mayWrite = useAccess('write:protection');
  const findPattern = (id: number | null) => patterns.find((pattern) => pattern.id === id);
  const answer = findPattern(explained.patternId);
  const named = findPattern(explained.namedPatternId);
  const at = explained.time === null ? time : Date.parse(explained.time);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', columnGap: 3, flexWrap: 'wrap' }}>
        <Typography variant="h3">Answer at {formatDateTime(at, timeZone, true)}</Typography>
        {answer === undefined ? null : <PatternName pattern={answer} />}
        {onClose === undefined ? null : (
          <Button onClick={onClose} sx={{ ml: 'auto' }}>
            Close
          </Button>
        )}
      </Stack>
      <Typography variant="body2" sx={{ pt: 1 }}>
        {explained.reason === null ? describeAnswer(explained, named) : reasons[explained.reason]} Version{' '}
        {explained.version} of the model.
      </Typography>
      {explained.confidences.length === 0 ? null : (
        <Box
          component="ul"
          aria-label="Confidence of each pattern"
          sx={{ m: 0, pt: 2, pl: 0, listStyle: 'none', maxWidth: 400 }}
        >
          {explained.confidences.map(({ patternId, confidence }) => {
            const pattern = findPattern(patternId);
            return pattern === undefined ? null : (
              <Box component="li" key={patternId} sx={{ py: 0.5 }}>
                <Stack direction="row" sx={{ justifyContent: 'space-between', fontSize: '0.8125rem' }}>
                  <PatternName pattern={pattern} />
                  <span>{formatPercent(100 * confidence)}</span>
                </Stack>
                <Box aria-hidden sx={{ height: 4, bgcolor: 'action.hover' }}>
                  <Box
                    data-swatch
                    style={{ width: `${100 * confidence}%`, backgroundColor: pattern.color }}
                    sx={{ height: 4 }}
                  />
                </Box>
              </Box>
            );
          })}
        </Box>
      )}
      <AnswerInputs explained={explained} named={named} />
      {isJudged && mayWrite && answer !== undefined && explained.span !== null ? (
        <AnswerVerdict
          key={`${explained.indicatorPatternId} ${explained.span.start}`}
          explained={explained}
          span={explained.span}
          answer={answer}
          patterns={patterns}
          until={at}
        />
      ) : null}
    </>
  );
}

function describeAnswer({ refused }: AnswerExplanation, named: PatternOfSet | undefined): string {
  if (refused) {
    return `The model found ${named?.name ?? 'another pattern'}, but refused it because these values are unlike its ranges.`;
  }
  return 'The pattern with the largest share of the votes.';
}
