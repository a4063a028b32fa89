import type { DashboardVariable } from '@twinward/contracts/questions/dashboard-card';
import { queryLengths } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { useDraft } from '../../../ui/form/use-draft.ts';
import type { DashboardDraft } from '../api/dashboards.ts';
import { RangeField } from '../range-field.tsx';

export type DashboardSettings = Omit<DashboardDraft, 'cards'>;

const variableNames: readonly { value: DashboardVariable; label: string }[] = [
  { value: 'site', label: 'Site' },
  { value: 'class', label: 'Class' },
  { value: 'twin', label: 'Twin' },
];

/** Edits the name of a dashboard, its sharing, and the variables offered above its cards. */
export function SettingsDialog({
  draft,
  onApply,
  onClose,
}: {
  draft: DashboardDraft;
  onApply: (settings: DashboardSettings) => void;
  onClose: () => void;
}): ReactNode {
  const mayShare = useAccess('queries');
  const { cards, ...initial } = draft;
  const form = useDraft<DashboardSettings>(initial);
  const { draft: settings, change } = form;
  const isEmpty = settings.name.trim() === '';
  return (
    <FormDialog
      title="Dashboard settings"
      action="Apply"
      onSubmit={() => onApply(settings)}
      disabled={isEmpty}
      py={0}
      onClose={onClose}
    >
      <Field
        label="Name"
        inputProps={{ maxLength: queryLengths.name }}
        {...form.text('name')}
        error={isEmpty ? 'Required.' : undefined}
      />
      <Field
        label="Description"
        multiline
        minRows={2}
        inputProps={{ maxLength: queryLengths.description }}
        {...form.text('description')}
      />
      {mayShare || settings.sharing === 'tenant' ? (
        <SelectField
          label="Sharing"
          value={settings.sharing}
          choices={[
            { value: 'private', label: 'Private: only the owner can open it' },
            { value: 'tenant', label: 'Shared: everyone with access to the apps can open it' },
          ]}
          onChange={({ target }) => change({ sharing: target.value === 'tenant' ? 'tenant' : 'private' })}
        />
      ) : null}
      <CheckList
        label="Variables"
        hint="Filters above the cards that readers can set."
        choices={variableNames}
        value={settings.variables}
        onChange={(names) =>
          change({
            variables: variableNames.map(({ value }) => value).filter((name) => names.includes(name)),
          })
        }
      />
      <RangeField range={settings.range} onRange={(range) => change({ range })} />
    </FormDialog>
  );
}
