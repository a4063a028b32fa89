import type { TwinParameters } from '@twinward/contracts/twins/parameter';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { useSaveParameters } from '../api/parameters.ts';

export function DeleteParameter({
  twinId,
  record: { parameters, version },
  name,
  onClose,
}: {
  twinId: number;
  record: TwinParameters;
  name: string;
  onClose(): void;
}): ReactNode {
  const saving = useSaveParameters(twinId);
  const remaining = parameters.filter((parameter) => parameter.name !== name);
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      yes="Delete"
      busy={saving.isPending}
      onYes={() => saving.mutate({ parameters: remaining, version }, { onSuccess: onClose })}
      onNo={onClose}
    >
      Texts that use it will show its name instead of its value.
      {saving.error ? (
        <p role="alert">{failureMessage(saving.error, 'The parameter could not be deleted.')}</p>
      ) : null}
    </ConfirmDialog>
  );
}
