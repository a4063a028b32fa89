import { mdiPlus } from '@mdi/js';
import Button from '@mui/material/Button';
import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { Twin } from '@twinward/contracts/twins/twin';
import { type ReactNode, useState } from 'react';
import { useFailureModes } from '../../../shared/api/queries/use-failure-modes.ts';
import { useAccess } from '../../../shared/session/session-context.tsx';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { formatCount, formatMoney, formatPercent } from '../../../ui/format/format.ts';
import { RiskValue } from '../../../ui/format/risk-value.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { DeleteFailureMode } from './delete-failure-mode.tsx';
import { FailureModeDialog } from './failure-mode-dialog.tsx';

const columns: readonly Column<FailureMode>[] = [
  { id: 'name', header: 'Failure mode', cell: (mode) => <span title={mode.name}>{mode.name}</span> },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    width: '120px',
    wide: true,
    cell: ({ probability }) => (probability?.value == null ? '–' : formatPercent(probability.value)),
  },
  {
    id: 'consequence',
    header: 'Consequence',
    numeric: true,
    width: '144px',
    wide: true,
    cell: ({ consequence }) => (consequence === null ? '–' : formatMoney(consequence.value)),
  },
  {
    id: 'risk',
    header: 'Risk',
    numeric: true,
    width: '128px',
    cell: ({ risk }) => <RiskValue risk={risk} />,
  },
  {
    id: 'protections',
    header: 'Protections',
    numeric: true,
    width: '120px',
    cell: ({ protectionIds }) => (protectionIds.length === 0 ? 'None' : formatCount(protectionIds.length)),
  },
];

/** The failure modes of a twin, highest risk first. */
export function FailureModes({ twin }: { twin: Twin }): ReactNode {
  const failureModes = useFailureModes(twin.id);
  const mayWrite = useAccess('write:twin');
  const [edited, setEdited] = useState<FailureMode | 'new' | null>(null);
  const [deleted, setDeleted] = useState<FailureMode | null>(null);
  const add = (
    <Button startIcon={<Icon path={mdiPlus} />} onClick={() => setEdited('new')}>
      Add failure mode
    </Button>
  );
  return (
    <Section title="Failure modes" aside={mayWrite ? add : null}>
      <Loaded query={failureModes} fallback="The failure modes could not be loaded.">
        {({ records }) =>
          records.length === 0 ? (
            <EmptyState
              title="No failure modes yet."
              hint="A failure mode is a way in which the asset can fail, with its own probability and cost. Protections are linked to what they protect against."
            />
          ) : (
            <DataTable
              label="Failure modes"
              columns={columns}
              rows={records}
              rowKey={(mode) => mode.id}
              onOpen={setEdited}
              {...(mayWrite
                ? {
                    actions: {
                      label: (mode: FailureMode) => `Actions for ${mode.name}`,
                      of: (mode: FailureMode) => [
                        { label: 'Edit', onChoose: () => setEdited(mode) },
                        { label: 'Delete', onChoose: () => setDeleted(mode) },
                      ],
                    },
                  }
                : {})}
            />
          )
        }
      </Loaded>
      {edited === null ? null : (
        <FailureModeDialog
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
