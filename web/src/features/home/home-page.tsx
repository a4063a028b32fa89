import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { excursionPath } from '../../shared/address/paths.ts';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { MoneyAtRisk } from '../../shared/risk/money-at-risk.tsx';
import { PriorityTable } from '../../shared/risk/priority-table.tsx';
import { RiskChanges } from '../../shared/risk/risk-changes.tsx';
import { usePriorities } from '../../shared/risk/use-priorities.ts';
import { useRiskHistory } from '../../shared/risk/use-risk-history.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { TwinMapCard } from '../../shared/twin-map/twin-map-card.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { LevelBuckets } from '../../ui/format/level-buckets.tsx';
import { ExcursionList } from '../../ui/list/excursion-list.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTwinLevels } from './api/get-twin-levels.ts';
import { useWaitingAdvisories } from './api/list-advisories.ts';
import { useNewestExcursions } from './api/list-newest-excursions.ts';
import { useSilentTwins } from './api/list-silent-twins.ts';
import { FirstStepsList } from './first-steps.tsx';
import { SilentTwins } from './silent-twins.tsx';
import { useMapSettings } from './use-map-settings.ts';
import { WaitingAdvisories } from './waiting-advisories.tsx';

/** Days over which the change of risk is shown. */
const historyDays = 30;
const shownCauses = 5;
const shownPriorities = 12;

export function HomePage(): ReactNode {
  const mayView = useAccess('apps');
  return (
    <Page title="Home" actions={<ImportButton />}>
      {mayView ? (
        <>
          <FirstStepsList />
          <Overview />
        </>
      ) : (
        <EmptyState
          title="Twins are shown to members of the group VIEWERS."
          hint="An administrator can add you to it."
        />
      )}
    </Page>
  );
}

/** The overview of the plant: risk with its causes, what to do first, and news. */
function Overview(): ReactNode {
  const levels = useTwinLevels();
  const history = useRiskHistory(historyDays);
  const [map, setMap] = useMapSettings();
  if (levels.data !== undefined && levels.data.total + levels.data.unknown === 0) {
    return (
      <EmptyState
        title="No active twins yet."
        hint="Active twins appear here by level, with their newest excursions."
        action={<TextLink to="/apps/twins">All twins</TextLink>}
      />
    );
  }
  return (
    <Stack spacing={5}>
      <Columns widths="minmax(0, 2fr) minmax(0, 3fr)">
        <Loaded query={history} rows={2} fallback="The money at risk could not be loaded.">
          {(data) => <MoneyAtRisk history={data} />}
        </Loaded>
        <Loaded query={levels} rows={2} fallback="The twins could not be counted.">
          {(data) => (
            <LevelBuckets
              label="Active twins by level"
              levels={data}
              silent={{ count: data.silent, to: '/apps/twins?state=silent' }}
              to={(level) => `/apps/twins?level=${level}&state=with-data`}
            />
          )}
        </Loaded>
      </Columns>
      <Section title="All twins">
        <TwinMapCard settings={map} onSettings={setMap} />
      </Section>
      <Columns>
        <Stack spacing={5} sx={{ minWidth: 0 }}>
          <Priorities />
          <Advisories />
          <Silent />
        </Stack>
        <Stack spacing={5} sx={{ minWidth: 0 }}>
          <Section title="What changed the risk">
            <Loaded query={history} rows={5} fallback="The changes could not be loaded.">
              {(data) => <RiskChanges history={data} limit={shownCauses} />}
            </Loaded>
          </Section>
          <Excursions />
        </Stack>
      </Columns>
    </Stack>
  );
}

const Columns = ({
  widths = 'minmax(0, 3fr) minmax(0, 2fr)',
  children,
}: {
  widths?: string;
  children: ReactNode;
}): ReactNode => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: widths },
      columnGap: 10,
      rowGap: 5,
    }}
  >
    {children}
  </Box>
);

function Priorities(): ReactNode {
  const priorities = usePriorities(shownPriorities);
  return (
    <Section
      title="What to do first"
      aside={
        priorities.data !== undefined && priorities.data.total > priorities.data.records.length ? (
          <TextLink to="/apps/twins?state=with-data" variant="body2">
            All {formatCount(priorities.data.total)}
          </TextLink>
        ) : null
      }
    >
      <Loaded query={priorities} rows={8} fallback="The list could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState title="No active twin with data is above level 0." />
          ) : (
            <PriorityTable priorities={records} />
          )
        }
      </Loaded>
    </Section>
  );
}

function Excursions(): ReactNode {
  const excursions = useNewestExcursions();
  return (
    <Section title="Newest excursions">
      <Loaded query={excursions} rows={8} fallback="The excursions could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No excursions yet."
              hint="Excursions appear here when a threshold is exceeded."
            />
          ) : (
            <ExcursionList label="Newest excursions" excursions={records} to={excursionPath} withAsset />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The section of twins without recent data. Hidden if empty. */
function Silent(): ReactNode {
  const silent = useSilentTwins();
  if (silent.data?.total === 0) return null;
  return (
    <Section
      title="Silent"
      aside={
        silent.data !== undefined && silent.data.total > silent.data.records.length ? (
          <TextLink to="/apps/twins?state=silent" variant="body2">
            All {formatCount(silent.data.total)}
          </TextLink>
        ) : null
      }
    >
      <Loaded query={silent} rows={3} fallback="The silent twins could not be loaded.">
        {({ records }) => (
          <>
            <Muted sx={{ pb: 2 }}>No data for longer than expected: levels are the last known.</Muted>
            <SilentTwins twins={records} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The section of waiting advisories. Hidden if empty. */
function Advisories(): ReactNode {
  const waiting = useWaitingAdvisories();
  if (waiting.data?.total === 0) return null;
  return (
    <Section
      title="Advisories"
      aside={
        <TextLink to="/apps/advisories?state=open" variant="body2">
          All open
        </TextLink>
      }
    >
      <Loaded query={waiting} rows={3} fallback="The advisories could not be loaded.">
        {({ records }) => <WaitingAdvisories advisories={records} />}
      </Loaded>
    </Section>
  );
}
