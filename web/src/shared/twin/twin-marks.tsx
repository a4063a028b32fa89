import { mdiBell, mdiBellOutline, mdiEye, mdiEyeOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ReactNode } from 'react';
import { failureMessage } from '../../ui/feedback/failure.ts';
import { Icon } from '../../ui/page/icon.tsx';
import { useSetSubscription, useSetWatch, useSubscriptions, useWatches } from '../api/queries/use-watches.ts';

interface MarkedTwin {
  twinId: number;
  /** Name of the twin, for the accessible names of the buttons. */
  name: string;
}

/** The watch and subscribe buttons of a twin. */
export const TwinMarks = ({ twinId, name }: MarkedTwin): ReactNode => (
  <span style={{ whiteSpace: 'nowrap' }}>
    <SubscribeButton twinId={twinId} name={name} />
    <WatchButton twinId={twinId} name={name} />
  </span>
);

/** Adds a twin to the watchlist, or removes it. */
function WatchButton({ twinId, name }: MarkedTwin): ReactNode {
  const { data } = useWatches();
  const set = useSetWatch(twinId);
  return (
    <Mark
      name={name}
      on={data?.some(({ twin }) => twin.id === twinId)}
      tooltips={['Add to watchlist', 'Remove from watchlist']}
      icons={[mdiEyeOutline, mdiEye]}
      set={set}
    />
  );
}

/** Subscribes to notifications of a twin's excursions, or unsubscribes. */
function SubscribeButton({ twinId, name }: MarkedTwin): ReactNode {
  const { data } = useSubscriptions();
  const set = useSetSubscription(twinId);
  return (
    <Mark
      name={name}
      on={data?.includes(twinId)}
      tooltips={['Subscribe to this twin', 'Unsubscribe from this twin']}
      icons={[mdiBellOutline, mdiBell]}
      set={set}
    />
  );
}

function Mark({
  name,
  on,
  tooltips: [add, remove],
  icons: [outline, filled],
  set,
}: {
  name: string;
  /** Undefined while loading. */
  on: boolean | undefined;
  tooltips: readonly [add: string, remove: string];
  icons: readonly [outline: string, filled: string];
  set: { isPending: boolean; error: Error | null; mutate: (on: boolean) => void };
}): ReactNode {
  const label = on ? remove : add;
  const title = set.error === null ? label : failureMessage(set.error, label);
  return (
    <Tooltip title={title}>
      <span>
        <IconButton
          size="small"
          aria-label={`${label}: ${name}`}
          disabled={on === undefined}
          aria-busy={set.isPending}
          onClick={() => {
            if (!set.isPending) set.mutate(!on);
          }}
          sx={{ p: 1, color: set.error === null ? (on ? 'primary.main' : 'text.secondary') : 'error.main' }}
        >
          <Icon path={on ? filled : outline} />
        </IconButton>
      </span>
    </Tooltip>
  );
}
