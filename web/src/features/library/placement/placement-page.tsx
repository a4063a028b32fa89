import type { ReactNode } from 'react';
import { CommandPage } from '../command-page.tsx';
import { PlacementCourse } from './placement-course.tsx';
import { PlacementStart } from './placement-start.tsx';

/** `/apps/library/twin-models/:modelId/assets`: applies a model to assets. After a preview, it creates twins. */
export function PlacementPage(): ReactNode {
  return (
    <CommandPage title="Apply to assets">
      {({ model, commandId, show }) =>
        commandId === null ? (
          <PlacementStart model={model} onStarted={show} />
        ) : (
          <PlacementCourse key={commandId} commandId={commandId} onGoOn={show} onNew={() => show(null)} />
        )
      }
    </CommandPage>
  );
}
