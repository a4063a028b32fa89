import type { ReactNode } from 'react';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FieldGrid } from '../../ui/form/field-grid.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useDisplayUnit } from '../units/use-display-unit.ts';
import { type DraftThreshold, formatDelay, type Problems, parseDelay } from './draft.ts';

const delayUnits = ['seconds', 'minutes', 'hours', 'days'] as const;

/** The less common settings of a threshold: delays, deadband and alias. */
export function ThresholdSettings({
  threshold,
  unit,
  problems,
  readOnly,
  onChange,
}: {
  threshold: DraftThreshold;
  /** UCUM code of the compared inputs. */
  unit: string | null;
  problems: Problems;
  readOnly: boolean;
  onChange(change: Partial<DraftThreshold>): void;
}): ReactNode {
  const { measured } = useDisplayUnit(unit);
  return (
    <FieldGrid sx={{ py: 2 }}>
      <DurationInput
        label="On-delay"
        hint="Minimum time true before an excursion starts"
        units={delayUnits}
        defaultUnit="minutes"
        value={formatDelay(threshold.onDelay)}
        readOnly={readOnly}
        error={problems.get('onDelay')}
        onChange={(delay) => onChange({ onDelay: parseDelay(delay) })}
      />
      <DurationInput
        label="Off-delay"
        hint="Minimum time false before it ends"
        units={delayUnits}
        defaultUnit="minutes"
        value={formatDelay(threshold.offDelay)}
        readOnly={readOnly}
        error={problems.get('offDelay')}
        onChange={(delay) => onChange({ offDelay: parseDelay(delay) })}
      />
      <NumberField
        label={measured === null ? 'Deadband' : `Deadband, ${measured}`}
        hint="How far the value must move back before the excursion ends. Only for logic with a single comparison."
        value={threshold.deadband === 0 ? null : threshold.deadband}
        readOnly={readOnly}
        error={problems.get('deadband')}
        onChange={(deadband) => onChange({ deadband: deadband ?? 0 })}
      />
      <Field
        label="Alias"
        hint="Short name to use in the logic of other thresholds."
        value={threshold.alias ?? ''}
        readOnly={readOnly}
        error={problems.get('alias')}
        onChange={(event) => onChange({ alias: event.target.value === '' ? null : event.target.value })}
      />
    </FieldGrid>
  );
}
