import Box from '@mui/material/Box';
import type { MissionDates } from '@twinward/domain/risk/mission';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { useNow } from '../../ui/format/clock.ts';
import { type AnalysisDraft, type AnalysisProblems, changeDate, endHint } from './analysis-draft.ts';

const units = ['days', 'weeks', 'months', 'years'] as const;

/** The fields of an analysis: name, dates and threshold. */
export function AnalysisFields({
  draft,
  problems,
  readOnly,
  onChange,
  onDates = onChange,
}: {
  draft: AnalysisDraft;
  problems: AnalysisProblems;
  readOnly: boolean;
  onChange(draft: AnalysisDraft): void;
  /** Called instead if dates have changed. */
  onDates?: (draft: AnalysisDraft) => void;
}): ReactNode {
  const now = useNow();
  const set = (change: Partial<AnalysisDraft>) => onChange({ ...draft, ...change });
  const bound = bindFields({ draft, problems, readOnly, change: set });
  const setDate = (field: keyof MissionDates) => (value: string | null) =>
    onDates(changeDate(draft, field, value));
  return (
    <Box
      sx={{
        display: 'grid',
        columnGap: 4,
        rowGap: 3,
        alignItems: 'start',
        gridTemplateColumns: {
          xs: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(4, minmax(0, 1fr))',
        },
      }}
    >
      <Field label="Name" required {...bound.text('name')} />
      <DateTimeInput
        label="Start date"
        readOnly={readOnly}
        value={draft.startDate}
        error={problems.startDate}
        onChange={setDate('startDate')}
      />
      <DurationInput
        label="Mission time"
        units={units}
        defaultUnit="years"
        readOnly={readOnly}
        value={draft.missionTime}
        error={problems.missionTime}
        onChange={setDate('missionTime')}
      />
      <DateTimeInput
        label="End date"
        readOnly={readOnly}
        value={draft.endDate}
        hint={endHint(draft, now)}
        error={problems.endDate}
        onChange={setDate('endDate')}
      />
      <Box sx={{ gridColumn: { sm: 'span 2', lg: 'span 3' } }}>
        <Field label="Description" multiline maxRows={4} {...bound.text('description')} />
      </Box>
      <NumberField
        label="Opportunity threshold"
        unit="%"
        hint="Assets with this probability or more are opportunities"
        {...bound.input('probabilityThreshold')}
      />
    </Box>
  );
}
