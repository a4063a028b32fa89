import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { RelatedRecords } from '../../shared/link/related-records.tsx';
import { FurtherFacts } from '../../shared/record/further-facts.tsx';
import { TwinScreen } from '../../shared/twin/twin-screen.tsx';
import { TwinLately } from './lately/twin-lately.tsx';
import { TwinParametersSection } from './parameters/twin-parameters.tsx';
import { TwinActions } from './twin-actions.tsx';
import { TwinExcursions } from './twin-excursions.tsx';
import { TwinFacts } from './twin-facts.tsx';
import { TwinInputs } from './twin-inputs.tsx';
import { TwinModel } from './twin-model.tsx';
import { TwinProtections } from './twin-protections.tsx';
import { TwinRisk } from './twin-risk.tsx';
import { TwinStory } from './twin-story.tsx';

/**
 * The overview of a twin. At the top: a summary of the problem, and recent events. Below: problems at the left, risk
 * beside them, and rarely changed facts last.
 */
export function TwinPage(): ReactNode {
  return (
    <TwinScreen actions={(twin) => <TwinActions twin={twin} />}>
      {(twin) => (
        <>
          <TwinStory twin={twin} />
          <Box sx={{ pb: 5 }}>
            <TwinLately twin={twin} />
          </Box>
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
              <Box sx={{ order: { xs: 4, lg: 0 }, minWidth: 0, display: 'grid', rowGap: 5 }}>
                <RelatedRecords type="twin" id={twin.id} />
              </Box>
            </Box>
            <Box sx={column}>
              <TwinRisk twin={twin} />
              <Box sx={{ order: { xs: 2, lg: 0 }, minWidth: 0 }}>
                <TwinInputs twinId={twin.id} />
              </Box>
              <Box sx={{ order: { xs: 2, lg: 0 }, minWidth: 0 }}>
                <TwinParametersSection twinId={twin.id} />
              </Box>
              <Box sx={{ order: { xs: 3, lg: 0 }, minWidth: 0 }}>
                <TwinModel twinId={twin.id} name={twin.assetName} />
                <TwinFacts twin={twin} />
                <FurtherFacts type="twin" record={twin} />
              </Box>
            </Box>
          </Box>
        </>
      )}
    </TwinScreen>
  );
}

/** On a small screen, a single column with the risk after the protections. */
const column = { display: { xs: 'contents', lg: 'grid' }, rowGap: 5, minWidth: 0 } as const;
