import {
  type CreatedServiceAccount,
  newServiceAccount,
  type ServiceAccount,
  type ServiceScope,
  serviceScopes,
} from '@twinward/contracts/access/service-account';
import { fieldMessages } from '@twinward/domain/rules/rule';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import { type ReactNode, useState } from 'react';
import { useAssignableTypes } from '../../shared/api/queries/use-assignable-types.ts';
import { useGroups } from '../../shared/api/queries/use-groups.ts';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { useCreateServiceAccount, useUpdateServiceAccount } from './api.ts';
import { lives, scopeLabels, toEnd } from './service-account-words.ts';

const rules = schemaRules(newServiceAccount.shape, ['name', 'description', 'scopes']);
const scopes = serviceScopes.map((value) => ({ value, label: scopeLabels[value] }));

/** The form of a new or existing service account. */
export function AccountDialog({
  account,
  onCreated,
  onClose,
}: {
  account: ServiceAccount | null;
  onCreated: (created: CreatedServiceAccount) => void;
  onClose: () => void;
}): ReactNode {
  const create = useCreateServiceAccount();
  const update = useUpdateServiceAccount();
  const groups = useGroups();
  const types = useAssignableTypes();
  const form = useDraft(toDraft(account), ({ name, description, scopes: chosen }) =>
    fieldMessages({ name, description, scopes: chosen }, rules),
  );
  const { draft, problems, change } = form;
  const [life, setLife] = useState('180');
  const saving = account ? update : create;
  const save = () => {
    if (account) update.mutate({ id: account.id, ...draft }, { onSuccess: onClose });
    else create.mutate({ ...draft, expiresAt: toEnd(life) }, { onSuccess: onCreated });
  };
  const label = account ? 'Save service account' : 'Add service account';
  return (
    <FormDialog
      title={account?.name ?? 'Add service account'}
      action={label}
      form={form}
      onSubmit={save}
      saving={saving}
      fallback="The service account could not be saved."
      onClose={onClose}
    >
      <Field
        label="Name"
        hint="Shown in the audit trail"
        required
        autoCapitalize="none"
        spellCheck={false}
        {...form.text('name')}
      />
      <Field label="Description" hint="Purpose and contact person" {...form.text('description')} />
      <CheckList
        label="Scopes"
        hint={problems.scopes ?? 'What the token may do, within the rights below.'}
        choices={scopes}
        value={draft.scopes}
        onChange={(chosen) => change({ scopes: chosen as ServiceScope[] })}
      />
      <CheckList
        label="Groups"
        hint="What the account sees and manages."
        choices={(groups.data?.records ?? []).map((group) => ({
          value: group.name,
          label: group.caption === group.name ? group.name : `${group.caption} (${group.name})`,
        }))}
        value={draft.groups}
        onChange={(chosen) => change({ groups: chosen })}
      />
      <CheckList
        label="Record types"
        hint="What the account may create, change and delete."
        choices={types}
        value={draft.recordTypes}
        onChange={(chosen) => change({ recordTypes: chosen })}
      />
      {account ? null : (
        <SelectField
          label="Token expires after"
          choices={lives}
          value={life}
          onChange={({ target }) => setLife(target.value)}
        />
      )}
    </FormDialog>
  );
}

const toDraft = (account: ServiceAccount | null) => ({
  name: account?.name ?? '',
  description: account?.description ?? '',
  scopes: account?.scopes ?? (['read'] as ServiceScope[]),
  groups: account?.groups ?? ['VIEWERS'],
  recordTypes: account?.recordTypes ?? [],
});
