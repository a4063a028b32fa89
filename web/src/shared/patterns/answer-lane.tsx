import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { AnswerSpan } from '@twinward/contracts/protections/pattern-answer';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type MouseEvent, type ReactNode, useMemo } from 'react';
import { Lane } from '../../ui/chart/lane.tsx';
import { type PlotFrame, timeAt } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { answerGroups, answersInWords, patternsWithin } from './answer-groups.ts';
import { PatternName } from './pattern-name.tsx';

/** The answers of a model over time, in the colours of their patterns. */
export function AnswerLane({
  patterns,
  spans,
  isPartial = false,
  range,
  frame,
  onAsk,
}: {
  patterns: readonly PatternOfSet[];
  /** Undefined while loading. */
  spans: readonly AnswerSpan[] | undefined;
  /** Whether only a part of the range was calculated. */
  isPartial?: boolean;
  range: Range;
  frame: PlotFrame;
  /** Requests an explanation at a time; undefined if the surrounding charts handle clicks. */
  onAsk?: ((time: number) => void) | undefined;
}): ReactNode {
  const groups = useMemo(() => answerGroups(spans ?? [], patterns), [spans, patterns]);
  if (spans === undefined) return null;
  // The end of an answer is the start of the next, so stay before it.
  const last = Math.max(range.from, Math.min(range.to, Math.max(...spans.map(({ end }) => end))) - 1);
  const byClick = (event: MouseEvent<HTMLElement>): void => {
    if (event.target instanceof Element && event.target.closest('button') !== null) return;
    onAsk?.(timeAt(event.clientX - event.currentTarget.getBoundingClientRect().left, range, frame));
  };
  const lane = (
    <Lane
      caption={
        <>
          <span>Pattern</span>
          <Box component="span" sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap', columnGap: 3 }}>
            {patternsWithin(spans, patterns, range).map((pattern) => (
              <PatternName key={pattern.id} pattern={pattern} />
            ))}
          </Box>
          {onAsk === undefined || spans.length === 0 ? null : (
            <Button
              size="small"
              aria-label="Why the last answer"
              onClick={() => onAsk(last)}
              sx={{ py: 0, minWidth: 0 }}
            >
              Why
            </Button>
          )}
        </>
      }
      label={
        isPartial ? 'Pattern: only partly calculated in this range' : answersInWords(spans, patterns, range)
      }
      groups={groups}
      range={range}
      frame={frame}
    />
  );
  // The button is the keyboard alternative to the click.
  return onAsk === undefined ? lane : <Box onClick={byClick}>{lane}</Box>;
}
