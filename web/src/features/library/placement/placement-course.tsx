import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Command } from '@twinward/contracts/core/command';
import type { Placement } from '@twinward/contracts/library/placement';
import { type ReactNode, useState } from 'react';
import { useRenewWhen } from '../../../shared/api/mutation-effects.ts';
import { isUnfinished, useCommand } from '../../../shared/api/queries/use-command.ts';
import { CommandCourse } from '../../../shared/command/command-course.tsx';
import { CommandEnd } from '../../../shared/command/command-end.tsx';
import { countText, readOutcomes } from '../../../shared/command/outcomes.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { useApplyPlacement } from '../api/placements.ts';
import { PlacementTable, placementLabels } from './placement-table.tsx';

interface CourseProps {
  commandId: string;
  /** Opens the following command. */
  onGoOn(commandId: string): void;
  onNew(): void;
}

/** The progress of a preview or of creating twins, with the outcome for each asset. */
export function PlacementCourse(props: CourseProps): ReactNode {
  const command = useCommand(props.commandId);
  return (
    <Loaded query={command} fallback="The preview could not be found.">
      {(data) => <Course command={data} {...props} />}
    </Loaded>
  );
}

function Course({ command, commandId, onGoOn, onNew }: CourseProps & { command: Command }): ReactNode {
  const apply = useApplyPlacement(commandId);
  const [excepted, setExcepted] = useState<ReadonlySet<number>>(new Set());
  const [activate, setActivate] = useState(true);
  const [startPatterns, setStartPatterns] = useState(false);
  const isPreview = command.type.startsWith('preview');
  const isRunning = isUnfinished(command.status);
  useRenewWhen(!isRunning && !isPreview, ['twin-models', 'twins', 'assets', 'placements']);
  const outcomes = isRunning ? null : readOutcomes<Placement['outcome']>(command);
  const proposed = (outcomes?.proposed ?? 0) - excepted.size;
  const mayApply = isPreview && command.status === 'done';
  return (
    <Stack spacing={4}>
      {isRunning ? (
        <CommandCourse
          command={command}
          label={isPreview ? `Checking assets for ${command.targetName}:` : 'Creating twins:'}
        />
      ) : (
        <CommandEnd
          command={command}
          failed="The twins could not be created."
          canceled={
            isPreview
              ? 'The preview was canceled.'
              : 'The command was canceled. Twins that were already created stay.'
          }
        >
          {countText(outcomes ?? {}, placementLabels) ?? 'No asset was found.'}
        </CommandEnd>
      )}
      {mayApply && proposed > 0 ? (
        <Stack sx={{ gap: 1, alignItems: 'start' }}>
          <SwitchField label="Activate the new twins" checked={activate} onChange={setActivate} />
          <SwitchField
            label="Put pattern protections in service, although they were trained on another asset"
            checked={startPatterns}
            onChange={setStartPatterns}
          />
        </Stack>
      ) : null}
      <ErrorState error={apply.error} fallback="The twins could not be created." />
      {isRunning ? null : (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {mayApply ? (
            <Button
              variant="contained"
              disabled={proposed === 0}
              loading={apply.isPending}
              onClick={() =>
                apply.mutate(
                  { exceptAssetIds: [...excepted], activate, startPatterns },
                  { onSuccess: ({ commandId: next }) => onGoOn(next) },
                )
              }
            >
              {proposed === 0
                ? 'No twins to create'
                : `Create ${formatCount(proposed)} ${proposed === 1 ? 'twin' : 'twins'}`}
            </Button>
          ) : null}
          <Button onClick={onNew}>New preview</Button>
        </Stack>
      )}
      <PlacementTable
        commandId={commandId}
        progress={`${command.status} ${isRunning ? Math.floor(command.percent / 10) : ''}`}
        outcomes={outcomes}
        excepted={mayApply ? excepted : null}
        onExcept={setExcepted}
      />
    </Stack>
  );
}
