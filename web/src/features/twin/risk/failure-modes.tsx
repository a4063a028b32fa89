import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useTwinProtections } from '../../../shared/api/queries/use-twin-protections.ts';
import { useFurtherForm } from '../../../shared/record/use-further-form.ts';
import { useStandardColumns } from '../../../shared/record/use-further-list.tsx';
import { FailureModeDialog } from '../../../shared/risk/failure-mode-dialog.tsx';
import {
  blankFailureMode,
  toFailureModeChange,
  toNewFailureMode,
} from '../../../shared/risk/failure-mode-draft.ts';
import { FailureModeTable } from '../../../shared/risk/failure-mode-table.tsx';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { AddButton } from '../../../ui/page/add-button.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useCreateFailureMode, useSaveFailureMode } from '../api/write-failure-mode.ts';
import { DeleteFailureMode } from './delete-failure-mode.tsx';

/** The failure modes of a twin, highest risk first. */
export function FailureModes({ twin }: { twin: Twin }): ReactNode {
  const failureModes = useFailureModes(twin.id);
  const mayWrite = useAccess('write:twin');
  const further = useStandardColumns('failure-mode', failureModes.data?.records);
  const [edited, setEdited] = useState<FailureMode | 'new' | null>(null);
  const [deleted, setDeleted] = useState<FailureMode | null>(null);
  const add = <AddButton onClick={() => setEdited('new')}>Add failure mode</AddButton>;
  return (
    <Section title="Failure modes" aside={mayWrite ? add : null}>
      <Loaded query={failureModes} fallback="The failure modes could not be loaded.">
        {({ records }) => (
          <FailureModeTable
            failureModes={records}
            further={further}
            onEdit={setEdited}
            onDelete={mayWrite ? setDeleted : null}
          />
        )}
      </Loaded>
      {edited === null ? null : (
        <EditDialog
          twin={twin}
          failureMode={edited === 'new' ? null : edited}
          readOnly={!mayWrite}
          onClose={() => setEdited(null)}
        />
      )}
      {deleted === null ? null : <DeleteFailureMode failureMode={deleted} onClose={() => setDeleted(null)} />}
    </Section>
  );
}

function EditDialog({
  twin,
  failureMode,
  readOnly,
  onClose,
}: {
  twin: Twin;
  /** Null for a new failure mode. */
  failureMode: FailureMode | null;
  readOnly: boolean;
  onClose(): void;
}): ReactNode {
  const protections = useTwinProtections(twin.id).data?.records ?? [];
  const creating = useCreateFailureMode();
  const saving = useSaveFailureMode();
  const further = useFurtherForm('failure-mode', failureMode);
  return (
    <FailureModeDialog
      failureMode={failureMode ?? blankFailureMode}
      mission={twin}
      protections={protections}
      further={further}
      readOnly={readOnly}
      onSave={(draft, base) =>
        failureMode === null
          ? creating.mutateAsync(toNewFailureMode(draft, twin.id))
          : saving.mutateAsync(toFailureModeChange(draft, base))
      }
      onClose={onClose}
    />
  );
}
