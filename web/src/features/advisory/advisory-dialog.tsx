import { type Advisory, newAdvisory } from '@twinward/contracts/advisories/advisory';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useActivities } from '../../shared/api/queries/use-activities.ts';
import { useFailureModes } from '../../shared/api/queries/use-failure-modes.ts';
import { useTwinProtections } from '../../shared/api/queries/use-twin-protections.ts';
import { useVersioned } from '../../shared/form/use-versioned.tsx';
import { VersionedDialog } from '../../shared/form/versioned-dialog.tsx';
import { FurtherFields } from '../../shared/record/further-fields.tsx';
import { furtherChanges, furtherProblem, useFurtherForm } from '../../shared/record/use-further-form.ts';
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
    findProblems: (draft) => ({
      ...fieldMessages(draft, rules),
      fields: furtherProblem(further, draft.fields),
    }),
    onResolved: ({ id }) => onSaved(id),
  });
  const { draft, problems, isTried, change } = edit;
  return (
    <VersionedDialog
      title={advisory?.name ?? 'New advisory'}
      edit={edit}
      fallback="The advisory could not be saved."
      further={further}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      <AdvisoryFields entry={draft} problems={problems} choices={choices} onChange={change} />
      <FurtherFields
        form={further}
        draft={draft.fields}
        isTried={isTried}
        failure={edit.failure}
        onChange={(fields) => change({ fields })}
      />
    </VersionedDialog>
  );
}
