import { mdiUndo } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Command } from '@twinward/contracts/core/command';
import type { Side, Upgrade } from '@twinward/contracts/library/upgrade';
import { type ReactNode, useState } from 'react';
import { useRenewWhen } from '../../../shared/api/mutation-effects.ts';
import { isUnfinished, useCommand } from '../../../shared/api/queries/use-command.ts';
import { CommandCourse } from '../../../shared/command/command-course.tsx';
import { CommandEnd } from '../../../shared/command/command-end.tsx';
import { countText, readOutcomes } from '../../../shared/command/outcomes.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Icon } from '../../../ui/page/icon.tsx';
import { useApplyUpgrade, useUndoUpgrade } from '../api/upgrades.ts';
import { type Choices, toConflictChoices } from './choices.ts';
import { UpgradeTable, upgradeLabels } from './upgrade-table.tsx';

interface CourseProps {
  commandId: string;
  /** Opens the following command. */
  onGoOn(commandId: string): void;
  onNew(): void;
}

/** The progress and result of a preview with its conflicts, of an upgrade, or of its undo. */
export function UpgradeCourse(props: CourseProps): ReactNode {
  const command = useCommand(props.commandId);
  return (
    <Loaded query={command} fallback="The upgrade could not be found.">
      {(data) => <Course command={data} {...props} />}
    </Loaded>
  );
}

const othersChoices: readonly { value: Side | ''; label: string }[] = [
  { value: '', label: 'Skip the twin' },
  { value: 'twin', label: 'Keep twin values' },
  { value: 'model', label: 'Use model values' },
];

function Course({ command, commandId, onGoOn, onNew }: CourseProps & { command: Command }): ReactNode {
  const apply = useApplyUpgrade(commandId);
  const undo = useUndoUpgrade(commandId);
  const [excepted, setExcepted] = useState<ReadonlySet<number>>(new Set());
  const [choices, setChoices] = useState<Choices>(new Map());
  const [others, setOthers] = useState<Side | null>(null);
  const isPreview = command.type.startsWith('preview');
  const isRunning = isUnfinished(command.status);
  useRenewWhen(!isRunning && !isPreview, ['twin-models', 'twins', 'upgrades']);
  const outcomes = isRunning ? null : readOutcomes<Upgrade['outcome']>(command);
  const mayApply = isPreview && command.status === 'done';
  const conflicts = outcomes?.conflict ?? 0;
  const count = (outcomes?.proposed ?? 0) + conflicts - excepted.size;
  const upgraded = isPreview ? 0 : (outcomes?.upgraded ?? 0);
  return (
    <Stack spacing={4}>
      {isRunning ? (
        <CommandCourse command={command} label={isPreview ? 'Comparing the twins:' : 'Changing the twins:'} />
      ) : (
        <CommandEnd
          command={command}
          failed="The upgrade failed."
          canceled={
            isPreview
              ? 'The preview was canceled.'
              : 'The command was canceled. Twins that were already changed stay changed.'
          }
        >
          {countText(outcomes ?? {}, upgradeLabels) ?? 'All twins already have this version.'}
        </CommandEnd>
      )}
      {mayApply && conflicts > 0 ? (
        <Box sx={{ maxWidth: 360 }}>
          <SelectField
            label="Undecided conflicts"
            value={others ?? ''}
            choices={othersChoices}
            onChange={(event) => setOthers((event.target.value || null) as Side | null)}
          />
        </Box>
      ) : null}
      <ErrorState error={apply.error} fallback="The upgrade could not be started." />
      <ErrorState error={undo.error} fallback="This could not be undone." />
      {isRunning ? null : (
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {mayApply ? (
            <Button
              variant="contained"
              disabled={count === 0}
              loading={apply.isPending}
              onClick={() =>
                apply.mutate(
                  { choices: toConflictChoices(choices), others, exceptTwinIds: [...excepted] },
                  { onSuccess: ({ commandId: next }) => onGoOn(next) },
                )
              }
            >
              {count === 0
                ? 'No twins to upgrade'
                : `Upgrade ${formatCount(count)} ${count === 1 ? 'twin' : 'twins'}`}
            </Button>
          ) : null}
          {upgraded > 0 ? (
            <Button
              variant="outlined"
              startIcon={<Icon path={mdiUndo} />}
              loading={undo.isPending}
              onClick={() => undo.mutate(undefined, { onSuccess: ({ commandId: next }) => onGoOn(next) })}
            >
              Undo the upgrade
            </Button>
          ) : null}
          <Button onClick={onNew}>New preview</Button>
        </Stack>
      )}
      <UpgradeTable
        commandId={commandId}
        progress={`${command.status} ${isRunning ? Math.floor(command.percent / 10) : ''}`}
        outcomes={outcomes}
        choosing={
          mayApply ? { choices, others, onChoose: setChoices, excepted, onExcept: setExcepted } : null
        }
      />
    </Stack>
  );
}
