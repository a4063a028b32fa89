import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useRef } from 'react';
import { monitorPath, twinPath } from '../../../shared/address/paths.ts';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { LevelChip } from '../../../ui/format/level-chip.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { CompletionBar } from './completion-bar.tsx';
import { type EditedProtection, prefilled } from './draft.ts';
import { EditorActions } from './editor-actions.tsx';
import { EditorPreview } from './editor-preview.tsx';
import { FactsForm } from './facts-form.tsx';
import { InputSettings } from './input-settings.tsx';
import { ThresholdList } from './threshold-list.tsx';
import { useEditor } from './use-editor.tsx';
import { WorkForm } from './work-form.tsx';

/** The editor of a protection, with a preview of what it would have found. */
export function EditorPage({
  twin,
  protection,
  aliases: ofTwin,
}: {
  twin: Twin;
  /** The id is 0 while it is new. */
  protection: EditedProtection;
  aliases: readonly TagAlias[];
}): ReactNode {
  const readOnly = !useAccess('write:protection');
  const mayWriteTwins = useAccess('write:twin');
  const form = useRef<HTMLFormElement>(null);
  const failureModes = useFailureModes(twin.id).data?.records ?? [];
  const editor = useEditor(twin, protection, ofTwin, form);
  const { edit, aliases, problems, plan, activities, completion, failure } = editor;
  const { draft, base, change } = edit;
  const isNew = base.id === 0;
  const mayFill = !readOnly && draft.type === 'activity' && draft.thresholds.length === 0;

  const inputs = (
    <Section title="Inputs">
      <InputSettings
        draft={draft}
        aliases={aliases}
        problems={problems}
        readOnly={readOnly}
        onChange={change}
      />
    </Section>
  );

  return (
    <Page
      title={isNew ? draft.name || 'New protection' : base.name}
      breadcrumbs={[
        { label: 'Twins', to: '/apps/twins' },
        { label: twin.assetName, to: twinPath(twin.id) },
        { label: 'Monitor', to: monitorPath(twin.id) },
      ]}
      state={
        <>
          {isNew ? null : <LevelChip level={base.level} muted={!base.active} />}
          {editor.isDirty ? <Box sx={{ color: 'text.secondary' }}>Unsaved changes</Box> : null}
        </>
      }
      actions={
        readOnly ? undefined : (
          <EditorActions
            twinId={twin.id}
            protection={base}
            isSaving={edit.isSaving}
            onSimulate={editor.simulate}
            onSave={editor.save}
            onDelete={editor.remove}
          />
        )
      }
    >
      {failure === null ? null : <ErrorState error={failure} fallback="The protection could not be saved." />}
      <CompletionBar percent={completion.percent} missing={completion.missing} />
      <Box
        component="form"
        ref={form}
        noValidate
        aria-label="Protection"
        onSubmit={(event) => {
          event.preventDefault();
          void editor.save();
        }}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
          columnGap: 8,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0, display: 'grid', rowGap: 5 }}>
          <FactsForm
            draft={draft}
            problems={problems}
            readOnly={readOnly}
            failureModes={failureModes}
            onChange={change}
          />
          {draft.type === 'activity' && (mayWriteTwins || plan !== null) ? (
            <Section title="Activity">
              <WorkForm
                plan={plan}
                activities={activities}
                works={editor.works}
                isNew={isNew}
                problems={problems}
                readOnly={readOnly || !mayWriteTwins}
                onChange={editor.enter}
              />
            </Section>
          ) : null}
          {/* The thresholds of an activity are derived from the intervals of its inputs. */}
          {draft.type === 'activity' ? inputs : null}
          <Section title="Thresholds">
            <ThresholdList
              draft={draft}
              generation={editor.generation}
              aliases={aliases}
              problems={problems}
              readOnly={readOnly}
              choices={{ activities, failureModes }}
              onChange={(thresholds) => change({ thresholds })}
            />
            {mayFill && prefilled(draft, aliases).length > 0 ? (
              <Button onClick={editor.fill}>Fill in Due and Overdue</Button>
            ) : null}
          </Section>
          {draft.type === 'activity' ? null : inputs}
        </Box>
        <Box sx={{ minWidth: 0, position: { lg: 'sticky' }, top: 72 }}>
          <EditorPreview
            twin={twin}
            failureModeIds={draft.failureModeIds}
            definition={editor.definition}
            saved={editor.saved}
            aliases={aliases}
          />
        </Box>
      </Box>
      {editor.dialog}
    </Page>
  );
}
