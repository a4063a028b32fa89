import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCheckCircleOutline,
  mdiPauseCircleOutline,
  mdiProgressClock,
  mdiStopCircleOutline,
  mdiTimerSandEmpty,
} from '@mdi/js';
import Chip from '@mui/material/Chip';
import type { Theme } from '@mui/material/styles';
import type { ConnectionState, ConnectionSummary } from '@twinward/contracts/connections/connection';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';
import { stateText } from '../../ui/theme/theme.ts';
import { stateLabels } from './connection-words.ts';

const looks: Record<ConnectionState, { icon: string; tone?: Parameters<typeof stateText>[1] }> = {
  stopped: { icon: mdiStopCircleOutline },
  starting: { icon: mdiProgressClock },
  running: { icon: mdiCheckCircleOutline },
  degraded: { icon: mdiAlertOutline, tone: 'warning' },
  failed: { icon: mdiAlertCircleOutline, tone: 'error' },
};

/** The state of a connection as text with an icon. Coloured only if it needs attention. */
export function StateChip({
  connection: { state, isPaused },
  waits = false,
}: {
  connection: Pick<ConnectionSummary, 'state' | 'isPaused'>;
  /** Whether another connection delivers for its group. */
  waits?: boolean;
}): ReactNode {
  if (isPaused) return <Chip size="small" icon={<Icon path={mdiPauseCircleOutline} />} label="Paused" />;
  if (waits && state === 'stopped') {
    return <Chip size="small" icon={<Icon path={mdiTimerSandEmpty} />} label="Standby" />;
  }
  return <StateMark state={state} />;
}

export function StateMark({ state }: { state: ConnectionState }): ReactNode {
  const { icon, tone } = looks[state];
  const color = (theme: Theme) => (tone === undefined ? theme.palette.text.primary : stateText(theme, tone));
  return (
    <Chip
      size="small"
      variant={tone === undefined ? 'filled' : 'outlined'}
      icon={<Icon path={icon} />}
      label={stateLabels[state]}
      sx={{
        color,
        '& .MuiChip-icon': { color: 'inherit' },
        ...(tone === undefined ? {} : { borderColor: color }),
      }}
    />
  );
}
