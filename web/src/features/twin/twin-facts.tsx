import Stack from '@mui/material/Stack';
import type { FailureData } from '@twinward/contracts/assets/mtbf';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { useLogicParameters } from '../../shared/api/queries/use-twin-parameters.ts';
import { ConnectionName } from '../../shared/connection/connection-field.tsx';
import { mtbfDays } from '../../shared/risk/mtbf-days.ts';
import { MtbfTrend } from '../../shared/risk/mtbf-trend.tsx';
import { useParameterTexts } from '../../shared/twin/use-parameter-texts.ts';
import { formatDate, formatDuration } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Section } from '../../ui/page/section.tsx';

/** The facts of a twin's asset. Unknown ones are omitted. */
export function TwinFacts({ twin }: { twin: Twin }): ReactNode {
  const timeZone = useTimeZone();
  const fill = useParameterTexts(useLogicParameters(twin.id));
  const facts: [string, ReactNode][] = [
    ['Asset id', twin.assetUniqueId],
    ['Class', twin.assetClassLabel],
    ['Technical number', twin.technicalNumber],
    ['Start date', twin.startDate === null ? null : formatDate(twin.startDate, timeZone)],
    ['Mission time', twin.missionTime === null ? null : formatDuration(twin.missionTime)],
    ['Measured MTBF', twin.failureData === null ? null : <Measured key="mtbf" {...twin.failureData} />],
    [
      'Last data',
      twin.lastDataTime === null ? 'No data yet' : <Time key="last-data" value={twin.lastDataTime} />,
    ],
    [
      'Connection for work requests',
      twin.connectionId === null ? null : <ConnectionName key="connection" id={twin.connectionId} />,
    ],
    ['Description', fill(twin.description)],
  ];
  return (
    <Section title="Facts">
      <Facts facts={facts.filter(([, value]) => value !== null && value !== '')} />
    </Section>
  );
}

function Measured({ mtbf, previousMtbf }: FailureData): ReactNode {
  if (mtbf === null) return 'No failure found';
  return (
    <Stack component="span" direction="row" sx={{ alignItems: 'center', columnGap: 1 }}>
      {mtbfDays(mtbf)}
      <MtbfTrend mtbf={mtbf} previousMtbf={previousMtbf} />
    </Stack>
  );
}
