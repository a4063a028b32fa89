import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { useDashboards, useReadyMade } from '../../../shared/api/queries/use-dashboards.ts';
import { AppDialog } from '../../../ui/dialogs/app-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { ChoiceInput } from '../../../ui/form/choice-input.tsx';
import { useGroupStarts, useSetGroupStart } from '../api/dashboards.ts';

/** Sets the start dashboard of the members of each group, which they can override. */
export function GroupStartsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const starts = useGroupStarts(true);
  const ready = useReadyMade();
  const stored = useDashboards();
  const set = useSetGroupStart();
  const choices = [
    ...(ready.data ?? []),
    ...(stored.data?.records.filter(({ sharing }) => sharing === 'tenant') ?? []),
  ].map(({ id, name }) => ({ value: id, label: name }));
  return (
    <AppDialog title="Start dashboards of groups" busy={set.isPending} onClose={onClose}>
      <ErrorState error={set.error} fallback="The choice could not be saved." />
      <Loaded query={starts} rows={7} fallback="The groups could not be loaded.">
        {(groups) => (
          <Stack spacing={3}>
            {groups.map(({ group, caption, id }) => (
              <ChoiceInput
                key={group}
                label={caption}
                none="Plant risk, or the start dashboard of another group of the user"
                choices={choices}
                value={id}
                onChange={(next) => set.mutate({ group, id: next })}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </AppDialog>
  );
}
