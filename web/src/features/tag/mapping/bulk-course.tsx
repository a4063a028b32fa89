import { mdiUndo } from '@mdi/js';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Command } from '@twinward/contracts/core/command';
import type { MappingResult } from '@twinward/contracts/twins/mapping';
import { type ReactNode, useState } from 'react';
import { isUnfinished, useCommand } from '../../../shared/api/queries/use-command.ts';
import { CommandCourse } from '../../../shared/command/command-course.tsx';
import { CommandEnd } from '../../../shared/command/command-end.tsx';
import { countText } from '../../../shared/command/outcomes.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { formatCount } from '../../../ui/format/format.ts';
import { Icon } from '../../../ui/page/icon.tsx';
import { useApplyMapping, useUndoMapping } from '../api/bulk-mapping.ts';
import { OutcomeTable } from './outcome-table.tsx';
import { outcomeLabels } from './outcomes.ts';

interface BulkCourseProps {
  commandId: string;
  /** Opens the following command. */
  onGoOn(commandId: string): void;
  onNew(): void;
}

/** The progress of a preview or a mapping, its result by input, and the next steps. */
export function BulkCourse(props: BulkCourseProps): ReactNode {
  const command = useCommand(props.commandId);
  return (
    <Loaded query={command} fallback="The mapping could not be found.">
      {(data) => <Course command={data} {...props} />}
    </Loaded>
  );
}

function Course({ command, commandId, onGoOn, onNew }: BulkCourseProps & { command: Command }): ReactNode {
  const apply = useApplyMapping(commandId);
  const undo = useUndoMapping(commandId);
  const [excepted, setExcepted] = useState<ReadonlySet<number>>(new Set());
  const isPreview = command.type === 'preview-mapping';
  const isRunning = isUnfinished(command.status);
  const result = isRunning ? null : (command.result as Partial<MappingResult> | null);
  const outcomes = result?.outcomes ?? {};
  const proposed = (outcomes.proposed ?? 0) - excepted.size;
  return (
    <Stack spacing={4}>
      {isRunning ? (
        <CommandCourse
          command={command}
          label={isPreview ? `Looking for tags for ${command.targetName}:` : 'Mapping:'}
        />
      ) : (
        <CommandEnd
          command={command}
          failed="The mapping failed."
          canceled={
            isPreview
              ? 'The preview was canceled.'
              : 'The mapping was canceled. Inputs that were already mapped stay mapped; you can undo this.'
          }
        >
          {countText(outcomes, outcomeLabels) ?? 'All inputs are mapped.'}
        </CommandEnd>
      )}
      <ErrorState error={apply.error} fallback="The mapping could not be started." />
      <ErrorState error={undo.error} fallback="This could not be undone." />
      <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
        {isPreview && command.status === 'done' ? (
          <Button
            variant="contained"
            disabled={proposed === 0}
            loading={apply.isPending}
            onClick={() => apply.mutate([...excepted], { onSuccess: ({ commandId: next }) => onGoOn(next) })}
          >
            {proposed === 0 ? 'Nothing to map' : `Map ${formatCount(proposed)} inputs`}
          </Button>
        ) : null}
        {!isPreview && !isRunning && (outcomes.mapped ?? 0) > 0 ? (
          <Button
            variant="outlined"
            startIcon={<Icon path={mdiUndo} />}
            loading={undo.isPending}
            onClick={() => undo.mutate(undefined, { onSuccess: ({ commandId: next }) => onGoOn(next) })}
          >
            Undo all
          </Button>
        ) : null}
        {isRunning ? null : <Button onClick={onNew}>New preview</Button>}
      </Stack>
      <OutcomeTable
        commandId={commandId}
        progress={`${command.status} ${isRunning ? Math.floor(command.percent / 10) : ''}`}
        outcomes={isRunning ? null : outcomes}
        excepted={isPreview && command.status === 'done' ? excepted : null}
        onExcept={setExcepted}
      />
    </Stack>
  );
}
