import Button from '@mui/material/Button';
import { calculateRisk } from '@twinward/domain/risk/risk';
import { type ReactNode, useState } from 'react';
import { formatDate, formatDuration } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { FlipCard } from '../../ui/page/cards/flip-card.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { calculatePercent, missingPercent, missingRisk, type RiskDraft } from './draft.ts';
import { backHeight, frontHeight, RiskFigure, RiskSide } from './risk-side.tsx';
import type { ShownMission } from './why-probability.tsx';
import { WhyRisk } from './why-risk.tsx';

/** A risk, with a form for its mission on the back. */
export function RiskCard({
  risk,
  mission,
  analysis = null,
  form,
}: {
  risk: RiskDraft;
  mission: ShownMission;
  /** The risk analysis that it belongs to. */
  analysis?: { id: number; name: string } | null;
  /** The form of start date and mission time. If omitted, the card has no back. */
  form?: ReactNode;
}): ReactNode {
  const [flipped, setFlipped] = useState(false);
  const timeZone = useTimeZone();
  const percent = calculatePercent(risk.probability, mission);
  const cost = risk.consequence?.value ?? null;
  const value = calculateRisk(percent, cost);
  return (
    <FlipCard
      label="Risk"
      height={flipped ? backHeight(2) : frontHeight}
      flipped={flipped}
      front={
        <RiskSide
          title="Risk"
          why={<WhyRisk percent={percent} cost={cost} missing={missingPercent(risk.probability, mission)} />}
          foot={
            form === undefined ? undefined : <Button onClick={() => setFlipped(true)}>Edit mission</Button>
          }
        >
          <RiskFigure
            value={value === null ? null : <RiskValue risk={value} />}
            missing={missingRisk(risk, mission)}
            below={form === undefined ? undefined : missionText(mission, timeZone)}
          />
          {analysis === null ? null : (
            <TextLink to={`/apps/riskanalyses/${analysis.id}`} variant="body2">
              Open analysis "{analysis.name}"
            </TextLink>
          )}
        </RiskSide>
      }
      back={
        <RiskSide
          title="Mission"
          foot={
            <Button variant="outlined" onClick={() => setFlipped(false)}>
              Done
            </Button>
          }
        >
          {form}
        </RiskSide>
      }
    />
  );
}

function missionText({ startDate, missionTime, isOfModel }: ShownMission, timeZone: string): string {
  if (isOfModel) return missionTime === null ? 'No mission time' : formatDuration(missionTime);
  const start = startDate === null ? 'No start date' : `From ${formatDate(startDate, timeZone)}`;
  return `${start}, ${missionTime === null ? 'no mission time' : formatDuration(missionTime)}`;
}
