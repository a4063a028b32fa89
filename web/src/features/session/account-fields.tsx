import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { rememberedDatabase } from '../../shared/session/session.ts';
import { Field } from '../../ui/form/field.tsx';

type Registered = UseFormRegisterReturn & { error: string | undefined };

/** Fields for user and database. The first one without a remembered value is focused. */
export function AccountFields({
  nameLabel,
  databaseName,
  userName,
}: {
  /** Label of the user field. */
  nameLabel: string;
  databaseName: Registered;
  userName: Registered;
}): ReactNode {
  const isRemembered = rememberedDatabase() !== '';
  const plain = { autoCapitalize: 'none', spellCheck: false };
  return (
    <>
      <Field
        label="Database"
        autoComplete="organization"
        autoFocus={!isRemembered}
        {...plain}
        {...databaseName}
      />
      <Field label={nameLabel} autoComplete="username" autoFocus={isRemembered} {...plain} {...userName} />
    </>
  );
}
