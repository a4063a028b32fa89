import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, useState } from 'react';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { formatMoney } from '../../ui/format/format.ts';
import { FlipCard } from '../../ui/page/cards/flip-card.tsx';
import { type ConsequenceDraft, newConsequence, type RiskProblems } from './draft.ts';
import { backHeight, frontHeight, RiskFigure, RiskSide } from './risk-side.tsx';
import { WhyConsequence } from './why-probability.tsx';

/** The cost of a failure, with a form to edit it on the back. The parent saves it. */
export function ConsequenceCard({
  consequence,
  problems = {},
  onChange,
}: {
  consequence: ConsequenceDraft | null;
  problems?: RiskProblems;
  /** If omitted, the card is read-only. */
  onChange?: ((consequence: ConsequenceDraft | null) => void) | undefined;
}): ReactNode {
  const [flipped, setFlipped] = useState(false);
  const hasProblem = Boolean(problems.value ?? problems.description);
  const { value, description } = consequence ?? newConsequence;
  const isBack = flipped || hasProblem;
  const edit = (): void => {
    if (consequence === null) onChange?.(newConsequence);
    setFlipped(true);
  };
  return (
    <FlipCard
      label="Consequence"
      height={isBack ? backHeight(2) : frontHeight}
      flipped={isBack}
      front={
        <RiskSide
          title="Consequence"
          why={<WhyConsequence consequence={consequence} />}
          foot={
            onChange === undefined ? undefined : (
              <Button onClick={edit}>{consequence === null ? 'Set consequence' : 'Edit consequence'}</Button>
            )
          }
        >
          <RiskFigure
            value={value === null || Number.isNaN(value) ? null : formatMoney(value)}
            below={description || undefined}
          />
        </RiskSide>
      }
      back={
        <RiskSide
          title="Consequence"
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
                Remove consequence
              </Button>
            </>
          }
        >
          <Stack spacing={3}>
            <NumberField
              label="Cost of failure"
              unit="$"
              value={value}
              error={problems.value}
              onChange={(next) => onChange?.({ value: next, description })}
            />
            <Field
              label="Description"
              multiline
              maxRows={4}
              value={description}
              error={problems.description}
              onChange={(event) => onChange?.({ value, description: event.target.value })}
            />
          </Stack>
        </RiskSide>
      }
    />
  );
}
