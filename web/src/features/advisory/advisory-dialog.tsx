import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type Advisory, newAdvisory } from '@twinward/contracts/advisories/advisory';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useActivities } from '../../shared/api/queries/use-activities.ts';
import { useFailureModes } from '../../shared/api/queries/use-failure-modes.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import { furtherChanges, isOfFields, useFurtherForm } from '../../shared/record/use-further-form.ts';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { type AdvisoryDraft, blank, type Edited, entryTexts, toDraft } from './advisory-draft.ts';
import { type AdvisoryChoices, AdvisoryFields } from './advisory-fields.tsx';
import { useSaveAdvisory } from './api/advisories.ts';

const rules = schemaRules(newAdvisory.shape, ['name', 'comment', 'priority']);

/** Creates or edits an advisory of a twin. */
export function AdvisoryDialog({
  twinId,
  advisory,
  onSaved,
  onClose,
}: {
  twinId: number;
  /** Null for a new advisory. */
  advisory: Advisory | null;
  onSaved(id: number): void;
  onClose(): void;
}): ReactNode {
  const timeZone = useTimeZone();
  const choices: AdvisoryChoices = {
    protections: useTwinProtections(twinId).data?.records ?? [],
    activities: useActivities(twinId).data ?? [],
    failureModes: useFailureModes(twinId).data?.records ?? [],
  };
  const saving = useSaveAdvisory(twinId);
  const further = useFurtherForm('advisory', advisory);
  const [isTried, setIsTried] = useState(false);
  const edit = useVersioned<Edited, AdvisoryDraft>({
    what: 'The advisory',
    record: advisory ?? blank,
    toDraft,
    texts: entryTexts(choices, timeZone, further),
    send: ({ fields, ...entry }, base) =>
      saving.mutateAsync({
        entry: { ...entry, ...furtherChanges(fields, advisory === null ? null : base) },
        of: advisory === null ? null : { id: base.id, version: base.version },
      }),
    onResolved: ({ id }) => onSaved(id),
  });
  const { draft, change } = edit;
  const problems = fieldMessages(draft, rules);
  const shown = isTried ? problems : {};
  const save = async (): Promise<void> => {
    setIsTried(true);
    if (Object.keys({ ...problems, ...further.findProblems(draft.fields) }).length > 0) return;
    const saved = await edit.save();
    if (saved !== null) onSaved(saved.id);
  };
  return (
    <AppDialog
      title={advisory?.name ?? 'New advisory'}
      dirty={edit.isDirty}
      busy={edit.isSaving}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" disabled={!edit.isDirty} onClick={() => void save()}>
            Save
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <AdvisoryFields entry={draft} problems={shown} choices={choices} onChange={change} />
        <FurtherFields
          form={further}
          draft={draft.fields}
          isTried={isTried}
          failure={edit.failure}
          onChange={(fields) => change({ fields })}
        />
        <ErrorState
          error={isOfFields(edit.failure, further) ? null : edit.failure}
          fallback="The advisory could not be saved."
        />
      </Stack>
      {edit.dialog}
    </AppDialog>
  );
}
