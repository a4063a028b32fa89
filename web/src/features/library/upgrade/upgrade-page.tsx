import type { ReactNode } from 'react';
import { CommandPage } from '../command-page.tsx';
import { UpgradeCourse } from './upgrade-course.tsx';
import { UpgradeStart } from './upgrade-start.tsx';

/** `/apps/library/twin-models/:modelId/upgrade`: upgrades twins to another version of their model, after a preview. */
export function UpgradePage(): ReactNode {
  return (
    <CommandPage title="Upgrade twins">
      {({ model, commandId, show }) =>
        commandId === null ? (
          <UpgradeStart model={model} onStarted={show} />
        ) : (
          <UpgradeCourse key={commandId} commandId={commandId} onGoOn={show} onNew={() => show(null)} />
        )
      }
    </CommandPage>
  );
}
