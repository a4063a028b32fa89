import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { excursionPath } from '../../shared/address/paths.ts';
import { useAccess } from '../../shared/session/session-context.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { LevelBuckets } from '../../ui/format/level-buckets.tsx';
import { ExcursionList } from '../../ui/list/excursion-list.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useTwinLevels } from './api/get-twin-levels.ts';
import { useWaitingAdvisories } from './api/list-advisories.ts';
import { useNewestExcursions } from './api/list-newest-excursions.ts';
import { useSilentTwins, useWorstTwins } from './api/list-worst-twins.ts';
import { WaitingAdvisories } from './waiting-advisories.tsx';
import { WorstTwins } from './worst-twins.tsx';

export function HomePage(): ReactNode {
  const mayView = useAccess('apps');
  return (
    <Page title="Home">
      {mayView ? (
        <Overview />
      ) : (
        <EmptyState
          title="Twins are shown to members of the group VIEWERS."
          hint="An administrator can add you to it."
        />
      )}
    </Page>
  );
}

/** The start page: what needs attention in the plant, the worst first. */
function Overview(): ReactNode {
  const levels = useTwinLevels();
  const worst = useWorstTwins();
  const excursions = useNewestExcursions();
  if (levels.data !== undefined && levels.data.total + levels.data.unknown === 0) {
    return (
      <EmptyState
        title="No active twins yet."
        hint="The plant’s twins show here by their level, with the newest excursions of their protections."
        action={<TextLink to="/apps/twins">All twins</TextLink>}
      />
    );
  }
  return (
    <>
      <Loaded query={levels} rows={2} fallback="The twins could not be counted.">
        {(data) => (
          <LevelBuckets
            label="Active twins by level"
            levels={data}
            to={(level) => `/apps/twins?level=${level}&state=active`}
          />
        )}
      </Loaded>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
          columnGap: 10,
          rowGap: 5,
          pt: 4,
        }}
      >
        <Stack spacing={5} sx={{ minWidth: 0 }}>
          <Section
            title="Needs attention"
            aside={
              worst.data !== undefined && worst.data.total > worst.data.records.length ? (
                <TextLink to="/apps/twins?state=with-data" variant="body2">
                  All {formatCount(worst.data.total)}
                </TextLink>
              ) : null
            }
          >
            <Loaded query={worst} rows={8} fallback="The twins could not be loaded.">
              {({ records }) =>
                records.length === 0 ? (
                  <EmptyState title="No active twin with data is above level 0." />
                ) : (
                  <WorstTwins label="Twins above level 0" twins={records} />
                )
              }
            </Loaded>
          </Section>
          <Silent />
          <Advisories />
        </Stack>
        <Section title="Newest excursions">
          <Loaded query={excursions} rows={8} fallback="The excursions could not be loaded.">
            {({ records }) =>
              records.length === 0 ? (
                <EmptyState
                  title="No excursions yet."
                  hint="When a threshold of a protection is exceeded, it shows here."
                />
              ) : (
                <ExcursionList label="Newest excursions" excursions={records} to={excursionPath} withAsset />
              )
            }
          </Loaded>
        </Section>
      </Box>
    </>
  );
}

/** The section of twins without recent data; hidden if there are none. */
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
            <Typography variant="body2" sx={{ color: 'text.secondary', pb: 2 }}>
              No data for longer than expected: levels are the last known.
            </Typography>
            <WorstTwins label="Silent twins" twins={records} />
          </>
        )}
      </Loaded>
    </Section>
  );
}

/** The section of waiting advisories; hidden if there are none. */
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
