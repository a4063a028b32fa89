import { newSavedView, type SavedView, type ViewParameters } from '@twinward/contracts/records/saved-view';
import { schemaRule } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SwitchField } from '../../ui/form/switch-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useSaveView } from './saved-view-calls.ts';

const captionRule = schemaRule(newSavedView.shape.caption);

/** Saves the current list as a view, or renames and shares an existing one. */
export function SavedViewDialog({
  list,
  view,
  parameters,
  mayShare,
  onClose,
}: {
  list: string;
  /** Null for a new view. */
  view: SavedView | null;
  parameters: ViewParameters;
  mayShare: boolean;
  onClose(): void;
}): ReactNode {
  const saving = useSaveView(list, view);
  const form = useDraft({ caption: view?.caption ?? '', shared: view?.shared ?? false }, ({ caption }) => ({
    caption: captionRule(caption) ?? undefined,
  }));
  return (
    <FormDialog
      title={view === null ? 'Save view' : `View ${view.caption}`}
      action="Save view"
      form={form}
      onSubmit={() => saving.mutate({ ...form.draft, parameters }, { onSuccess: onClose })}
      submitOnEnter
      saving={saving}
      fallback="The view could not be saved."
      onClose={onClose}
    >
      <Field
        label="Name"
        hint={view === null ? 'Saves the current filters, sort and columns of the list.' : undefined}
        required
        {...form.text('caption')}
      />
      {mayShare || form.draft.shared ? (
        <SwitchField label="Share with all users of the list" {...form.toggle('shared')} />
      ) : null}
    </FormDialog>
  );
}
