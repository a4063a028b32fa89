import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
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
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const remove = (): void => {
    setIsBusy(true);
    setFailure(null);
    draft
      .edit((definition) => withoutPart(definition, list, part.id))
      .then(onClose, (error: unknown) => {
        setFailure(error);
        setIsBusy(false);
      });
  };
  return (
    <ConfirmDialog title={`Delete ${part.name}?`} yes="Delete" busy={isBusy} onYes={remove} onNo={onClose}>
      It is removed from the draft. Twins lose it when you upgrade them to the next version.
      {failure === null ? null : <p role="alert">{failureMessage(failure, 'It could not be deleted.')}</p>}
    </ConfirmDialog>
  );
}
