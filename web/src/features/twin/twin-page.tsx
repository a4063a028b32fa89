import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import type { Twin } from '@twinward/contracts/twin';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useTwin } from '../../app/queries/use-twin.ts';
import { ImportButton } from '../../app/shell/import-button.tsx';
import { idIn, isUnknown, UnknownRecord } from '../../app/shell/unknown-record.tsx';
import { twinTabs } from '../../app/twin-tabs.ts';
import { SubscribeButton, WatchButton } from '../../app/watch/twin-marks.tsx';
import { LevelChip } from '../../ui/level-chip.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { TwinExcursions } from './twin-excursions.tsx';
import { TwinFacts } from './twin-facts.tsx';
import { TwinInputs } from './twin-inputs.tsx';
import { TwinProtections } from './twin-protections.tsx';
import { TwinRisk } from './twin-risk.tsx';

const breadcrumbs = [{ label: 'Twins', to: '/apps/twins' }];

export function TwinPage(): ReactNode {
  const twinId = idIn(useParams().id);
  return twinId === null ? <UnknownRecord /> : <KnownTwin twinId={twinId} />;
}

function KnownTwin({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  if (isUnknown(twin.error)) return <UnknownRecord />;
  if (twin.data !== undefined) return <TwinSummaryPage twin={twin.data} />;
  return (
    <Page title={twin.isError ? 'Twin' : ''} breadcrumbs={breadcrumbs}>
      {twin.isError ? (
        <ErrorState
          error={twin.error}
          fallback="The twin could not be loaded."
          onRetry={() => void twin.refetch()}
        />
      ) : (
        <LoadingRows rows={12} />
      )}
    </Page>
  );
}

/** What is wrong at the left and first, the risk beside it, then what rarely changes. */
function TwinSummaryPage({ twin }: { twin: Twin }): ReactNode {
  return (
    <Page
      title={twin.assetName}
      breadcrumbs={breadcrumbs}
      state={
        <>
          <LevelChip level={twin.level} muted={!twin.active} />
          {twin.active ? null : <Chip size="small" label="Inactive" />}
        </>
      }
      actions={
        <>
          <SubscribeButton twinId={twin.id} />
          <WatchButton twinId={twin.id} />
          <ImportButton />
        </>
      }
      tabs={<LinkTabs label="Twin" tabs={twinTabs(twin.id)} />}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 3fr)' },
          columnGap: 10,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={column}>
          <TwinProtections twin={twin} />
          <Box sx={{ order: { xs: 1, lg: 0 }, minWidth: 0 }}>
            <TwinExcursions twinId={twin.id} />
          </Box>
        </Box>
        <Box sx={column}>
          <TwinRisk twin={twin} />
          <Box sx={{ order: { xs: 2, lg: 0 }, minWidth: 0 }}>
            <TwinInputs twinId={twin.id} />
          </Box>
          <Box sx={{ order: { xs: 3, lg: 0 }, minWidth: 0 }}>
            <TwinFacts twin={twin} />
          </Box>
        </Box>
      </Box>
    </Page>
  );
}

/** On a small screen there is one column, with the risk right after the protections. */
const column = { display: { xs: 'contents', lg: 'grid' }, rowGap: 5, minWidth: 0 } as const;
