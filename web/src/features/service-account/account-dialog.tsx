import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
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
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { CheckList } from '../../ui/form/check-list.tsx';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
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
  const [first] = useState(() => toDraft(account));
  const [draft, setDraft] = useState(first);
  const [life, setLife] = useState('180');
  const [isTried, setIsTried] = useState(false);
  const change = (fields: Partial<typeof first>) => setDraft({ ...draft, ...fields });
  const { name, description } = draft;
  const problems = fieldMessages({ name, description, scopes: draft.scopes }, rules);
  const shown = isTried ? problems : {};
  const saving = account ? update : create;
  const save = () => {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    if (account) update.mutate({ id: account.id, ...draft }, { onSuccess: onClose });
    else create.mutate({ ...draft, expiresAt: toEnd(life) }, { onSuccess: onCreated });
  };
  const label = account ? 'Save service account' : 'Add service account';
  return (
    <AppDialog
      title={account?.name ?? 'Add service account'}
      busy={saving.isPending}
      dirty={draft !== first}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="contained" onClick={save}>
            {label}
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 3 }}>
        <Field
          label="Name"
          hint="Shown in the audit trail"
          required
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          error={shown.name}
          onChange={({ target }) => change({ name: target.value })}
        />
        <Field
          label="Description"
          hint="Purpose and contact person"
          value={description}
          error={shown.description}
          onChange={({ target }) => change({ description: target.value })}
        />
        <CheckList
          label="Scopes"
          hint={shown.scopes ?? 'What the token may do, within the rights below.'}
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
        <ErrorState error={saving.error} fallback="The service account could not be saved." />
      </Stack>
    </AppDialog>
  );
}

const toDraft = (account: ServiceAccount | null) => ({
  name: account?.name ?? '',
  description: account?.description ?? '',
  scopes: account?.scopes ?? (['read'] as ServiceScope[]),
  groups: account?.groups ?? ['VIEWERS'],
  recordTypes: account?.recordTypes ?? [],
});
