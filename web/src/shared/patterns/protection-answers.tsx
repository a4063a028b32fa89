import Box from '@mui/material/Box';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import { type ReactNode, useState } from 'react';
import type { PlotFrame } from '../../ui/chart/plot.ts';
import type { Range } from '../../ui/chart/range.ts';
import { AnswerLane } from './answer-lane.tsx';
import { AnswerWhy } from './lazy-answer-why.ts';
import { useAnswerSpans, useSimulatedAnswers } from './use-answers.ts';

interface LaneProps {
  patterns: readonly PatternOfSet[];
  range: Range;
  frame: PlotFrame;
  onAsk?: (time: number) => void;
}

/** The answers of live evaluation, shown below the signals of a protection. */
export function ProtectionAnswers({
  protectionId,
  latest,
  ...lane
}: LaneProps & {
  protectionId: number;
  /** Epoch milliseconds of the latest data. */
  latest: number;
}): ReactNode {
  const { data } = useAnswerSpans(protectionId, lane.range, lane.frame, latest);
  return <AnswerLane {...lane} spans={data} />;
}

/** The answers of a simulation. */
export function SimulatedAnswers({
  simulation,
  ...lane
}: LaneProps & { simulation: { id: number; indicatorId: number } }): ReactNode {
  const { data } = useSimulatedAnswers(simulation, lane.range, lane.frame);
  return <AnswerLane {...lane} spans={data} />;
}

/** The answers of live evaluation, with an explanation below. */
export function ExplainedAnswers({
  name,
  ...answers
}: Omit<LaneProps, 'onAsk'> & {
  /** Name of the protection. */
  name: string;
  protectionId: number;
  latest: number;
}): ReactNode {
  const [asked, setAsked] = useState<number | null>(null);
  return (
    <Box role="group" aria-label={`Answers of ${name}`}>
      <ProtectionAnswers {...answers} onAsk={(time) => setAsked(Math.round(time))} />
      {asked === null ? null : (
        <AnswerWhy
          key={asked}
          protectionId={answers.protectionId}
          patterns={answers.patterns}
          time={asked}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  );
}
