import type { TwinParameters } from '@twinward/contracts/twins/parameter';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
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
      saving={saving}
      fallback="The parameter could not be deleted."
      onYes={() => saving.mutate({ parameters: remaining, version }, { onSuccess: onClose })}
      onNo={onClose}
    >
      Texts that use it will show its name instead of its value.
    </ConfirmDialog>
  );
}
