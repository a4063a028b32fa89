import Stack from '@mui/material/Stack';
import { missionEnd } from '@twinward/domain/risk/mission';
import { dateTime } from '@twinward/domain/rules/field-rules';
import { missionTime as missionTimeRule } from '@twinward/domain/rules/risk';
import type { ReactNode } from 'react';
import { bindFields } from '../../ui/form/bound-fields.ts';
import { DateTimeInput } from '../../ui/form/date-input.tsx';
import { DurationInput } from '../../ui/form/duration-input.tsx';
import { formatDate } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';

export interface MissionDraft {
  startDate: string | null;
  missionTime: string | null;
}

/** Validation errors of a mission, by field. */
export function missionProblems({
  startDate,
  missionTime,
}: MissionDraft): Partial<Record<keyof MissionDraft, string>> {
  const start = dateTime(startDate);
  const length = missionTimeRule(missionTime);
  return {
    ...(start === null ? {} : { startDate: start }),
    ...(length === null ? {} : { missionTime: length }),
  };
}

const units = ['days', 'weeks', 'months', 'years'] as const;

/** Start date and mission time of a twin, with the resulting end. */
export function MissionFields({
  mission,
  onChange,
}: {
  mission: MissionDraft;
  onChange(change: Partial<MissionDraft>): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const problems = missionProblems(mission);
  const bound = bindFields<MissionDraft>({ draft: mission, problems, change: onChange });
  const end =
    problems.startDate === undefined && problems.missionTime === undefined
      ? missionEnd(mission.startDate, mission.missionTime)
      : null;
  return (
    <Stack spacing={3}>
      <DateTimeInput label="Start date" {...bound.input('startDate')} />
      <DurationInput
        label="Mission time"
        units={units}
        defaultUnit="years"
        {...bound.input('missionTime')}
        hint={end === null ? undefined : `Ends on ${formatDate(end, timeZone)}`}
      />
    </Stack>
  );
}
