import type { ReactNode } from 'react';
import { formatDate, formatDuration, formatMoney } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Why } from '../../ui/page/why.tsx';
import { type ConsequenceDraft, hasMission, type ProbabilityDraft } from './draft.ts';

const notSet = 'not set';

export interface ShownMission {
  startDate: string | null;
  missionTime: string | null;
  /** Whether the probability belongs to a model, whose twins each have their own start. */
  isOfModel?: boolean;
}

/** Explains a probability. */
export function WhyProbability({
  probability,
  mission,
}: {
  probability: ProbabilityDraft | null;
  mission: ShownMission;
}): ReactNode {
  const timeZone = useTimeZone();
  const inputs: (readonly [string, ReactNode])[] = [
    ...(mission.isOfModel
      ? []
      : ([
          ['Start date', mission.startDate === null ? notSet : formatDate(mission.startDate, timeZone)],
        ] as const)),
    ['Mission time t', mission.missionTime === null ? notSet : formatDuration(mission.missionTime)],
  ];
  const note = hasMission(mission)
    ? 'Rounded down to a whole percent.'
    : 'Probability % needs a start date and mission time';
  if (probability === null) {
    return <Why subject="the probability" formula="No probability record." inputs={inputs} />;
  }
  const { distribution, shape, scale } = probability;
  if (distribution === 'weibull') {
    return (
      <Why
        subject="the probability"
        formula="P = 1 − exp(−(t / η)^β), Weibull"
        inputs={[
          ...inputs,
          ['Shape β', shape === null ? notSet : String(shape)],
          ['Characteristic life η', scale === null ? notSet : formatDuration(scale)],
        ]}
        note={note}
      />
    );
  }
  return (
    <Why
      subject="the probability"
      formula={scale === null ? 'As entered' : 'P = 1 − exp(−t / MTBF), a constant rate of failures'}
      inputs={[...inputs, ...(scale === null ? [] : [['MTBF', wholeDays(scale)] as const])]}
      note={note}
    />
  );
}

/** A calculated duration, without seconds. */
const wholeDays = (iso: string): string => formatDuration(iso.replace(/(\d+D)T.*$/, '$1'));

/** Explains a consequence. */
export const WhyConsequence = ({ consequence }: { consequence: ConsequenceDraft | null }): ReactNode => (
  <Why
    subject="the consequence"
    formula="The cost of one failure, as entered"
    inputs={[
      ['Cost of failure', consequence?.value == null ? notSet : formatMoney(consequence.value)],
      ...(consequence?.description ? [['Description', consequence.description] as const] : []),
    ]}
  />
);
