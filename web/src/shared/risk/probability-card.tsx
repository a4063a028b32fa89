import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { percentNeedsMission } from '@twinward/domain/rules/risk';
import { type ReactNode, useState } from 'react';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatDuration, formatPercent } from '../../ui/format/format.ts';
import { FlipCard } from '../../ui/page/cards/flip-card.tsx';
import {
  calculatePercent,
  hasMission,
  missingPercent,
  newProbability,
  type ProbabilityDraft,
  type RiskProblems,
} from './draft.ts';
import { backHeight, frontHeight, RiskFigure, RiskSide } from './risk-side.tsx';
import { type ShownMission, WhyProbability } from './why-probability.tsx';

const distributions = [
  { value: 'none', label: 'None (percentage)' },
  { value: 'weibull', label: 'Weibull' },
];
const types = [
  { value: 'cdf', label: 'Cumulative (CDF)' },
  { value: 'pdf', label: 'Density (PDF)' },
];

/**
 * The probability of failure within a mission of a twin, failure mode or asset, with a form for its inputs on the back.
 * The parent holds the draft and saves it.
 */
export function ProbabilityCard({
  probability,
  mission,
  problems = {},
  onChange,
}: {
  probability: ProbabilityDraft | null;
  mission: ShownMission;
  /** Validation errors, shown after a save attempt. */
  problems?: RiskProblems;
  /** If omitted, the card is read-only. */
  onChange?: ((probability: ProbabilityDraft | null) => void) | undefined;
}): ReactNode {
  const [flipped, setFlipped] = useState(false);
  const percent = calculatePercent(probability, mission);
  const hasProblem = Boolean(problems.percent ?? problems.shape ?? problems.scale);
  const isBack = flipped || hasProblem;
  const edit = (): void => {
    if (probability === null) onChange?.(newProbability);
    setFlipped(true);
  };
  return (
    <FlipCard
      label="Probability"
      height={isBack ? backHeight(probability?.distribution === 'weibull' ? 4 : 2) : frontHeight}
      flipped={isBack}
      front={
        <RiskSide
          title="Probability"
          why={<WhyProbability probability={probability} mission={mission} />}
          foot={
            onChange === undefined ? undefined : (
              <Button onClick={edit}>{probability === null ? 'Set probability' : 'Edit probability'}</Button>
            )
          }
        >
          <RiskFigure
            value={percent === null ? null : formatPercent(percent)}
            missing={missingPercent(probability, mission)}
            below={hasMission(mission) ? describeBasis(probability) : percentNeedsMission}
          />
        </RiskSide>
      }
      back={
        <RiskSide
          title="Probability"
          foot={
            <>
              <Button variant="outlined" disabled={hasProblem} onClick={() => setFlipped(false)}>
                Done
              </Button>
              <Button
                onClick={() => {
                  onChange?.(null);
                  setFlipped(false);
                }}
              >
                Remove probability
              </Button>
            </>
          }
        >
          <ProbabilityFields
            probability={probability ?? newProbability}
            mission={mission}
            problems={problems}
            onChange={(next) => onChange?.(next)}
          />
        </RiskSide>
      }
    />
  );
}

function describeBasis(probability: ProbabilityDraft | null): string | undefined {
  if (probability === null) return undefined;
  const { distribution, shape, scale } = probability;
  if (distribution === 'none') return 'No distribution';
  if (shape === null || scale === null) return 'Weibull';
  return `Weibull, shape ${shape}, characteristic life ${formatDuration(scale)}`;
}

function ProbabilityFields({
  probability,
  mission,
  problems,
  onChange,
}: {
  probability: ProbabilityDraft;
  mission: ShownMission;
  problems: RiskProblems;
  onChange(probability: ProbabilityDraft): void;
}): ReactNode {
  const set = (change: Partial<ProbabilityDraft>): void => onChange({ ...probability, ...change });
  const isReadOnly = !hasMission(mission);
  return (
    <Stack spacing={3}>
      <SelectField
        label="Failure distribution"
        choices={distributions}
        value={probability.distribution}
        onChange={(event) =>
          onChange({ ...newProbability, distribution: event.target.value as 'none' | 'weibull' })
        }
      />
      {probability.distribution === 'none' ? (
        <NumberField
          label="Probability"
          unit="%"
          readOnly={isReadOnly}
          value={percentShown(probability, mission)}
          hint={isReadOnly ? percentNeedsMission : 'Probability of a failure within the mission time'}
          error={problems.percent}
          onChange={(percent) => set({ percent, scale: null })}
        />
      ) : (
        <>
          <NumberField
            label="Shape β"
            value={probability.shape}
            hint="Below 1 early failures, 1 random, above 1 wear"
            error={problems.shape}
            onChange={(shape) => set({ shape })}
          />
          <DurationInput
            label="Characteristic life (Eta)"
            value={probability.scale}
            error={problems.scale}
            onChange={(scale) => set({ scale })}
          />
          <SelectField
            label="Chart"
            choices={types}
            value={probability.type}
            onChange={(event) => set({ type: event.target.value as 'cdf' | 'pdf' })}
          />
        </>
      )}
    </Stack>
  );
}

/** The typed value, valid or not; else the value derived from the scale. */
const percentShown = (probability: ProbabilityDraft, mission: ShownMission): number | null =>
  probability.scale === null ? probability.percent : calculatePercent(probability, mission);
