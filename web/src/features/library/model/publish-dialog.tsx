import Alert from '@mui/material/Alert';
import type { TwinModel, VersionLevel } from '@twinward/contracts/library/twin-model';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { modelPath } from '../../../shared/address/library-paths.ts';
import { DifferenceList } from '../../../shared/library/difference-list.tsx';
import { versionText } from '../../../shared/library/version-text.ts';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useDraftState, usePublishModel } from '../api/models.ts';
import { ProblemLinks } from './problem-links.tsx';

const levelLabels: Record<VersionLevel, string> = {
  major: 'Major: parts are removed or renamed',
  minor: 'Minor: parts are added',
  patch: 'Patch: texts or values change',
};

/** The number of the next version. */
export function nextVersion(
  { major, minor, patch }: Pick<TwinModel, 'major' | 'minor' | 'patch'>,
  level: VersionLevel,
): string {
  if (level === 'major') return versionText({ major: major + 1, minor: 0, patch: 0 });
  if (level === 'minor') return versionText({ major, minor: minor + 1, patch: 0 });
  return versionText({ major, minor, patch: patch + 1 });
}

/** Publishes the draft of a model as its next version. */
export function PublishDialog({
  model,
  newest,
  draftVersionId,
  onClose,
}: {
  model: TwinModel;
  /** The newest published version, or the draft if none was published. */
  newest: TwinModel;
  draftVersionId: number;
  onClose(): void;
}): ReactNode {
  const navigate = useNavigate();
  const state = useDraftState(model.id, draftVersionId);
  const publish = usePublishModel(model.id, draftVersionId);
  const [chosen, setChosen] = useState<VersionLevel | null>(null);
  const [notes, setNotes] = useState(model.state === 'draft' ? model.notes : '');
  const isFirst = newest.state === 'draft';
  const level = chosen ?? state.data?.proposed ?? 'minor';
  const problems = state.data?.problems ?? [];
  return (
    <FormDialog
      title={`Publish ${model.name}`}
      action={`Publish ${isFirst ? '1.0.0' : nextVersion(newest, level)}`}
      onSubmit={() =>
        publish.mutate(
          { ...(isFirst ? {} : { level }), notes, version: model.version },
          {
            onSuccess: () => {
              onClose();
              void navigate(modelPath(model.id));
            },
          },
        )
      }
      disabled={state.data === undefined || problems.length > 0}
      saving={publish}
      fallback="It could not be published."
      errorFirst
      spacing={4}
      maxWidth="md"
      onClose={onClose}
    >
      <Loaded query={state} fallback="The changes of the draft could not be loaded.">
        {({ differences, proposed }) => (
          <>
            {problems.length === 0 ? null : (
              <Alert severity="error" variant="outlined">
                It cannot be published yet.
                <ProblemLinks modelId={model.id} problems={problems} onFollow={onClose} />
              </Alert>
            )}
            {isFirst ? null : (
              <SelectField
                label="Level"
                value={level}
                choices={(['major', 'minor', 'patch'] as const).map((each) => ({
                  value: each,
                  label: `${nextVersion(newest, each)} ${levelLabels[each]}${each === proposed ? ' (proposed)' : ''}`,
                }))}
                onChange={(event) => setChosen(event.target.value as VersionLevel)}
              />
            )}
            <Field
              label="Notes"
              hint="Describe the changes for users who upgrade their twins"
              multiline
              minRows={2}
              maxRows={8}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
            />
            {isFirst ? null : (
              <Section title={`Since version ${versionText(newest)}`}>
                <DifferenceList differences={differences} none="No changes." />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </FormDialog>
  );
}
