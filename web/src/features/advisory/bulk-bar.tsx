import Button from '@mui/material/Button';
import type { AdvisorySummary, AdvisoryTransition } from '@twinward/contracts/advisories/advisory';
import { type ReactNode, useState } from 'react';
import { BulkProgress } from '../../shared/command/bulk-progress.tsx';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { transitionLabels } from './advisory-words.ts';
import { useBulkChange, useBulkTransition } from './api/advisories.ts';
import { BulkChangeDialog } from './bulk-change-dialog.tsx';
import { asksFirst, noEntry, TransitionDialog, type TransitionEntry } from './transition-dialog.tsx';

const offered: readonly { transition: AdvisoryTransition; from: AdvisorySummary['state'] }[] = [
  { transition: 'submit', from: 'draft' },
  { transition: 'approve', from: 'submitted' },
  { transition: 'reject', from: 'submitted' },
  { transition: 'close', from: 'active' },
  { transition: 'cancel', from: 'active' },
];

/** Actions on the selected advisories, with the progress of a running one. */
export function BulkBar({
  chosen,
  listed,
  onChosen,
}: {
  chosen: readonly AdvisorySummary[];
  /** The rows of the current page. */
  listed: readonly AdvisorySummary[];
  onChosen(chosen: readonly AdvisorySummary[]): void;
}): ReactNode {
  const bulk = useBulkTransition();
  const change = useBulkChange();
  const mayWrite = useAccess('write:advisory');
  const [asked, setAsked] = useState<AdvisoryTransition | null>(null);
  const [isChanging, setIsChanging] = useState(false);
  const start = (transition: AdvisoryTransition, entry: TransitionEntry): void =>
    bulk.mutate(
      { advisoryIds: chosen.map(({ id }) => id), transition, ...entry },
      {
        onSuccess: () => {
          setAsked(null);
          onChosen([]);
        },
      },
    );
  const fitting = offered.filter(({ from }) => chosen.some(({ state }) => state === from));
  return (
    <SelectedRecords
      type="advisory"
      label="Selected advisories"
      chosen={chosen}
      listed={listed}
      onChosen={onChosen}
      actions={
        <>
          {fitting.map(({ transition }) => (
            <Button
              key={transition}
              loading={bulk.isPending}
              onClick={() => (asksFirst(transition) ? setAsked(transition) : start(transition, noEntry))}
            >
              {bulkLabel(transition)}
            </Button>
          ))}
          {mayWrite ? <Button onClick={() => setIsChanging(true)}>Change</Button> : null}
        </>
      }
    >
      {bulk.error && asked === null ? (
        <ErrorState error={bulk.error} fallback="The advisories could not be changed." />
      ) : null}
      {bulk.data === undefined ? null : <BulkProgress commandId={bulk.data.commandId} />}
      {change.data === undefined ? null : <BulkProgress commandId={change.data.commandId} />}
      {isChanging ? (
        <BulkChangeDialog
          title={`Change: ${formatCount(chosen.length)} selected`}
          saving={change}
          onSave={(values) =>
            change.mutate(
              { advisoryIds: chosen.map(({ id }) => id), change: values },
              {
                onSuccess: () => {
                  setIsChanging(false);
                  onChosen([]);
                },
              },
            )
          }
          onClose={() => {
            setIsChanging(false);
            change.reset();
          }}
        />
      ) : null}
      {asked === null ? null : (
        <TransitionDialog
          transition={asked}
          title={`${bulkLabel(asked)}: ${formatCount(chosen.length)} selected`}
          saving={bulk}
          onSave={(entry) => start(asked, entry)}
          onClose={() => setAsked(null)}
        />
      )}
    </SelectedRecords>
  );
}

const bulkLabel = (transition: AdvisoryTransition): string =>
  transition === 'cancel'
    ? 'Cancel advisories'
    : transition === 'close'
      ? 'Close'
      : transitionLabels[transition];
