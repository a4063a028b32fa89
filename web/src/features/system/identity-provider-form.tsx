import {
  type IdentityProvider,
  type IdentityProviderChange,
  identityProviderChange,
} from '@twinward/contracts/access/external-sign-in';
import { schemaRules } from '@twinward/domain/rules/schema-rules';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { showFieldErrors } from '../../shared/form/field-errors.ts';
import { Field } from '../../ui/form/field.tsx';
import { FormFoot } from '../../ui/form/form-foot.tsx';
import { registerText } from '../../ui/form/register-text.ts';
import { saveState } from '../../ui/form/save-state.ts';
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

const toForm = ({ hasSecret: _, ...rest }: IdentityProvider): ProviderValues => ({
  ...rest,
  clientSecret: '',
});

/** The identity provider of external users. */
export function IdentityProviderForm({ provider }: { provider: IdentityProvider }): ReactNode {
  const save = useSaveIdentityProvider();
  const form = useForm<ProviderValues>({ mode: 'onTouched', defaultValues: toForm(provider) });
  const { isDirty } = form.formState;
  const guard = useUnsavedGuard(isDirty);
  const submit = form.handleSubmit(({ clientSecret, ...rest }) =>
    save.mutate(clientSecret === '' ? rest : { ...rest, clientSecret }, {
      onSuccess: (saved) => form.reset(toForm(saved)),
      onError: (error) => showFieldErrors(error, fields, form.setError),
    }),
  );
  const text = registerText(form, rules);
  return (
    <form noValidate autoComplete="off" onSubmit={(event) => void submit(event)}>
      <FormGrid>
        <Field
          label="Identity provider"
          type="url"
          hint="OpenID Connect issuer address. Without it, external users can't sign in."
          {...text('issuer')}
        />
        <Field label="Label of the sign-in button" {...text('label')} />
        <Field label="Client id" {...text('clientId')} />
        <Field
          label="Client secret"
          type="password"
          autoComplete="new-password"
          hint={
            provider.hasSecret
              ? 'Leave empty to keep the secret. Required again after a change of provider or client id.'
              : undefined
          }
          {...text('clientSecret')}
        />
        <Field
          label="User name claim"
          hint="Claim that holds the user name in Twinward."
          {...text('userNameClaim')}
        />
        <Field
          label="Other provider hosts"
          hint="Endpoints must be at the address above or at one of these hosts. Separate with spaces."
          {...text('otherHosts')}
        />
        <Field
          label="Required authentication"
          hint="Values of acr or amr, such as mfa. Separate with spaces. The provider must confirm one of them."
          {...text('requiredAuthentication')}
        />
      </FormGrid>
      <FormFoot
        label="Save identity provider"
        {...saveState(form, save)}
        fallback="The identity provider could not be saved."
      />
      {guard.dialog}
    </form>
  );
}
