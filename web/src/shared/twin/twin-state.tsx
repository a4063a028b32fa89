import Chip from '@mui/material/Chip';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { Time } from '../../ui/format/time.tsx';
import { TwinMarks } from './twin-marks.tsx';

/** What stands beside a twin's name on all of its pages: its level, whether it is active, and its marks. */
export const TwinState = ({ twin }: { twin: Twin }): ReactNode => (
  <>
    <LevelChip level={twin.level} muted={!twin.active} />
    {twin.outOfServiceAt ? (
      <Chip
        size="small"
        label={
          <>
            Out of service since <Time value={twin.outOfServiceAt} />
          </>
        }
      />
    ) : null}
    {twin.active ? null : <Chip size="small" label="Inactive" />}
    <TwinMarks twinId={twin.id} />
  </>
);
