import { mdiDotsVertical } from '@mdi/js';
import { type ReactNode, useId, useState } from 'react';
import type { Action } from './action-items.tsx';
import { lazyOverlay } from './lazy-overlay.tsx';
import { RowButton } from './row-button.tsx';

export type { Action };

const ActionItems = lazyOverlay(async () => (await import('./action-items.tsx')).ActionItems);

/** A menu of further actions behind three dots. Renders nothing without actions. */
export function ActionsMenu({
  label,
  actions,
}: {
  /** The target of the actions, as in 'Actions for Pump 7'. */
  label: string;
  actions: readonly Action[];
}): ReactNode {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const id = useId();
  if (actions.length === 0) return null;
  return (
    <>
      <RowButton
        icon={mdiDotsVertical}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        {...(anchor === null ? {} : { 'aria-controls': id })}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      <ActionItems
        id={id}
        open={anchor !== null}
        anchor={anchor}
        actions={actions}
        onClose={() => setAnchor(null)}
      />
    </>
  );
}
