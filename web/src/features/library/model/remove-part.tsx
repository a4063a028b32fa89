import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { type PartList, withoutPart } from './definition.ts';
import type { ModelDraft } from './use-model-draft.ts';

/** Asks for confirmation to remove a part from the draft. */
export function RemovePart({
  draft,
  list,
  part,
  onClose,
}: {
  draft: ModelDraft;
  list: PartList;
  part: { id: number; name: string };
  onClose(): void;
}): ReactNode {
  const removing = useMutation({
    mutationFn: () => draft.edit((definition) => withoutPart(definition, list, part.id)),
  });
  return (
    <ConfirmDialog
      title={`Delete ${part.name}?`}
      yes="Delete"
      saving={removing}
      fallback="It could not be deleted."
      onYes={() => removing.mutate(undefined, { onSuccess: onClose })}
      onNo={onClose}
    >
      It is removed from the draft. Twins lose it when you upgrade them to the next version.
    </ConfirmDialog>
  );
}
