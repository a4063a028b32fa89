import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useRef } from 'react';
import { guidePath, simulationPath, trainPath } from '../../../shared/address/paths.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useLogicParameters } from '../../../shared/api/queries/use-twin-parameters.ts';
import { usePageCommands } from '../../../shared/commands/page-commands.ts';
import type { TwinProtection } from '../../../shared/protection/draft.ts';
import { ProtectionForm } from '../../../shared/protection/protection-form.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { monitorCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { OfferedTagsContext } from '../../../ui/logic-editor/offered-tags.ts';
import { Page } from '../../../ui/page/page.tsx';
import { EditorActions, PatternsLink } from './editor-actions.tsx';
import { EditorPreview } from './editor-preview.tsx';
import { InactiveNote } from './inactive-note.tsx';
import { useEditor } from './use-editor.tsx';
import { useOfferedTags } from './use-offered-tags.ts';

/** The editor of a protection, with a preview of the excursions that it would have found. */
export function EditorPage({
  twin,
  protection,
  aliases: ofTwin,
}: {
  twin: Twin;
  /** The id is 0 while it is new. */
  protection: TwinProtection;
  aliases: readonly TagAlias[];
}): ReactNode {
  const readOnly = !useAccess('write:protection');
  const mayWriteTwins = useAccess('write:twin');
  const mayWriteTags = useAccess('write:tag');
  const form = useRef<HTMLFormElement>(null);
  const failureModes = useFailureModes(twin.id).data?.records ?? [];
  const parameters = useLogicParameters(twin.id);
  const offered = useOfferedTags(twin, ofTwin);
  const editor = useEditor(twin, protection, ofTwin, form);
  const { edit } = editor;
  const { draft, base, failure } = edit;
  const isNew = base.id === 0;
  const isPattern = base.type === 'pattern';
  usePageCommands(
    isNew
      ? []
      : [
          { title: `Simulate ${base.name}`, to: simulationPath(twin.id, base.id) },
          ...(isPattern
            ? [
                { title: `Train patterns of ${base.name}`, to: trainPath(base.id) },
                { title: `Patterns of ${base.name}, step by step`, to: guidePath(base.id) },
              ]
            : []),
        ],
  );
  return (
    <Page
      title={isNew ? draft.name || 'New protection' : base.name}
      breadcrumbs={monitorCrumbs(twin.id, twin.assetName)}
      state={
        <>
          {isNew ? null : <LevelChip level={base.level} muted={!base.active} />}
          {edit.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        </>
      }
      actions={
        readOnly ? (
          isPattern && !isNew ? (
            <PatternsLink id={base.id} />
          ) : undefined
        ) : (
          <EditorActions
            twinId={twin.id}
            protection={base}
            isSaving={edit.isSaving || editor.isLocked}
            onSimulate={editor.simulate}
            onSave={editor.save}
            onDelete={editor.remove}
          />
        )
      }
    >
      <ErrorState error={failure} fallback="The protection could not be saved." />
      {isNew && draft.type === 'pattern' ? (
        <Alert severity="info" variant="outlined" sx={{ mb: 3 }}>
          Save the protection first. Then add inputs, patterns, ranges, training and thresholds step by step.
        </Alert>
      ) : null}
      {isNew || base.active || readOnly ? null : (
        <InactiveNote protection={base} disabled={edit.isDirty || edit.isSaving} />
      )}
      <ErrorState error={offered.error} fallback="The input could not be added." />
      <OfferedTagsContext value={offered}>
        <ProtectionForm
          edit={edit}
          form={form}
          failureModes={failureModes}
          parameters={parameters}
          patterns={base.indicatorPattern?.patterns.map(({ name }) => name)}
          readOnly={readOnly}
          mayPlan={mayWriteTwins}
          mayCreateTag={mayWriteTags}
          locked={editor.isLocked}
          onSubmit={() => void editor.save()}
        >
          <Box sx={{ minWidth: 0, position: { lg: 'sticky' }, top: 72 }}>
            <EditorPreview
              twin={twin}
              protection={base}
              failureModeIds={draft.failureModeIds}
              definition={edit.definition}
              saved={edit.saved}
              aliases={edit.inputs}
            />
          </Box>
        </ProtectionForm>
      </OfferedTagsContext>
      {editor.dialog}
    </Page>
  );
}
