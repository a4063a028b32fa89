import { mdiClockAlertOutline } from '@mdi/js';
import Chip from '@mui/material/Chip';
import type { Twin } from '@twinward/contracts/twins/twin';
import type { ReactNode } from 'react';
import { useNow } from '../../ui/format/clock.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { Time } from '../../ui/format/time.tsx';
import { Icon } from '../../ui/page/icon.tsx';
import { TwinMarks } from './twin-marks.tsx';
import { WhyTwinLevel } from './why-level.tsx';

/** The state beside a twin's name: level, service, activity, and the user's marks. */
export const TwinState = ({ twin }: { twin: Twin }): ReactNode => (
  <>
    {twin.outOfServiceAt && twin.level === null ? null : (
      <LevelChip level={twin.level} muted={!twin.active || Boolean(twin.silentSince)} />
    )}
    {twin.outOfServiceAt && twin.level === null ? null : <WhyTwinLevel twin={twin} name={twin.assetName} />}
    {twin.silentSince ? (
      <Chip
        size="small"
        icon={<Icon path={mdiClockAlertOutline} />}
        label={
          <>
            Silent since <Time value={twin.silentSince} />
          </>
        }
      />
    ) : null}
    {twin.outOfServiceAt ? <OutOfService at={twin.outOfServiceAt} /> : null}
    {twin.active ? null : <Chip size="small" label="Inactive" />}
    <TwinMarks twinId={twin.id} name={twin.assetName} />
  </>
);

function OutOfService({ at }: { at: string }): ReactNode {
  const isOut = Date.parse(at) <= useNow();
  const label = (
    <>
      Out of service {isOut ? 'since' : 'from'} <Time value={at} />
    </>
  );
  return <Chip size="small" label={label} />;
}
