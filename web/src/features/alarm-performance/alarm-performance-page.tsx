import { mdiPencilOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { AlarmReport } from '@twinward/contracts/protections/alarm-report';
import { type ReactNode, useState } from 'react';
import { FigureTiles, TargetTable } from '../../shared/alarm-performance/figures.tsx';
import { PriorityChart } from '../../shared/alarm-performance/priority-chart.tsx';
import { RateChart, rateTitle } from '../../shared/alarm-performance/rate-chart.tsx';
import { WorstTable, worstTitle } from '../../shared/alarm-performance/worst-table.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatDateTime } from '../../ui/format/format.ts';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PrintButton } from '../../ui/page/print.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useAlarmReport } from './api.ts';
import { PeriodChoice, usePeriod } from './period-choice.tsx';
import { AreaTable, ChatteringTable, ShelvedTable, StandingTable } from './tables.tsx';
import { TargetsDialog } from './targets-dialog.tsx';

/** `/apps/alarm-performance`: the alarm performance of the plant against targets (ISA-18.2). */
export function AlarmPerformancePage(): ReactNode {
  const [period, onPeriod] = usePeriod();
  const report = useAlarmReport(period);
  const maySet = useAccess('system');
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Page
      title="Alarm performance"
      state={report.data === undefined ? null : <Range report={report.data} />}
      actions={
        <>
          <PrintButton />
          {maySet && report.data !== undefined ? (
            <ActionsMenu
              label="Actions for alarm performance"
              actions={[
                { label: 'Edit targets', icon: mdiPencilOutline, onChoose: () => setIsEditing(true) },
              ]}
            />
          ) : null}
        </>
      }
    >
      <PeriodChoice period={period} onChange={onPeriod} />
      <Loaded query={report} rows={16} fallback="The alarms could not be counted.">
        {(data) => (
          <Box aria-busy={report.isPlaceholderData} sx={{ opacity: report.isPlaceholderData ? 0.55 : 1 }}>
            <Report report={data} />
            {isEditing ? <TargetsDialog targets={data.targets} onClose={() => setIsEditing(false)} /> : null}
          </Box>
        )}
      </Loaded>
    </Page>
  );
}

function Range({ report }: { report: AlarmReport }): ReactNode {
  const timeZone = useTimeZone();
  return (
    <Muted>
      {formatDateTime(report.from, timeZone)} to {formatDateTime(report.to, timeZone)}
    </Muted>
  );
}

/** Side by side on wide screens. */
const pair = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  columnGap: 10,
  rowGap: 6,
};

const Report = ({ report }: { report: AlarmReport }): ReactNode => (
  <Stack spacing={6}>
    <FigureTiles report={report} />
    <Section title={rateTitle(report)}>
      <RateChart report={report} />
    </Section>
    <Box sx={pair}>
      <Section title="Against targets">
        <TargetTable report={report} />
      </Section>
      <Section title="By priority, compared with the target">
        <PriorityChart report={report} />
      </Section>
    </Box>
    <AreaTable report={report} />
    <Section title={worstTitle(report)}>
      <WorstTable report={report} />
    </Section>
    <StandingTable report={report} />
    <Box sx={pair}>
      <ChatteringTable report={report} />
      <ShelvedTable report={report} />
    </Box>
  </Stack>
);
