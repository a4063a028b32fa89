import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderChange,
} from '@twinward/contracts/access/external-sign-in';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { checked } from '../../ui/form/checked.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { useUnsavedGuard } from '../../ui/form/use-unsaved-guard.tsx';
import { useSaveIdentityProvider } from './api/identity-provider.ts';
import { FormGrid } from './form-grid.tsx';

type ProviderValues = Required<IdentityProviderChange>;

const fields = [
  'issuer',
  'clientId',
  'clientSecret',
  'label',
  'userNameClaim',
  'otherHosts',
  'requiredAuthentication',
] as const;
const rules = schemaRules(identityProviderChange.shape, fields);

const formOf = ({ hasSecret: _, ...rest }: IdentityProvider): ProviderValues => ({
  ...rest,
  clientSecret: '',
});

/** The identity provider of external users. */
export function IdentityProviderForm({ provider }: { provider: IdentityProvider }): ReactNode {
  const save = useSaveIdentityProvider();
  const form = useForm<ProviderValues>({ mode: 'onTouched', defaultValues: formOf(provider) });
  const { errors, isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit(({ clientSecret, ...rest }) =>
    save.mutate(clientSecret === '' ? rest : { ...rest, clientSecret }, {
      onSuccess: (saved) => form.reset(formOf(saved)),
      onError: (error) => showFieldErrors(error, fields, form.setError),
    }),
  );
  const text = (name: (typeof fields)[number]) => ({
    error: errors[name]?.message,
    ...form.register(name, checked(rules[name])),
  });
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Field
          label="Identity provider"
          type="url"
          hint="Its OpenID Connect address (issuer). Left empty, external users can't sign in."
          {...text('issuer')}
        />
        <Field label="Button on the sign-in page" {...text('label')} />
        <Field label="Client id" {...text('clientId')} />
        <Field
          label="Client secret"
          type="password"
          autoComplete="new-password"
          hint={provider.hasSecret ? 'Left empty, it stays while provider and client id do.' : undefined}
          {...text('clientSecret')}
        />
        <Field
          label="Claim of the user name"
          hint="Names an external user of Twinward."
          {...text('userNameClaim')}
        />
        <Field
          label="Other hosts of the provider"
          hint="Its endpoints must be at the address above, or at one of these, with blanks between."
          {...text('otherHosts')}
        />
        <Field
          label="Required authentication"
          hint="Values of acr or amr, with blanks between, such as mfa. The provider must confirm one."
          {...text('requiredAuthentication')}
        />
      </FormGrid>
      <FormFoot
        label="Save identity provider"
        busy={save.isPending}
        dirty={isDirty}
        saved={save.isSuccess}
        error={Object.keys(errors).length > 0 ? null : save.error}
        fallback="The identity provider could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
