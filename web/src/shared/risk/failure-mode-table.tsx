import type { FailureMode } from '@twinward/contracts/twins/failure-mode';
import type { ReactNode } from 'react';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { formatCount, formatMoney, formatPercent } from '../../ui/format/format.ts';
import { RiskValue } from '../../ui/format/risk-value.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';

/** A row of the table: a failure mode of a twin or model. */
export interface ListedFailureMode extends Pick<FailureMode, 'id' | 'name' | 'risk' | 'protectionIds'> {
  probability: Pick<NonNullable<FailureMode['probability']>, 'value'> | null;
  consequence: Pick<NonNullable<FailureMode['consequence']>, 'value'> | null;
}

const columns: readonly Column<ListedFailureMode>[] = [
  { id: 'name', header: 'Failure mode', cell: (mode) => <span title={mode.name}>{mode.name}</span> },
  {
    id: 'probability',
    header: 'Probability',
    term: 'probability',
    numeric: true,
    width: '120px',
    wide: true,
    cell: ({ probability }) => (probability?.value == null ? '–' : formatPercent(probability.value)),
  },
  {
    id: 'consequence',
    header: 'Consequence',
    term: 'consequence',
    numeric: true,
    width: '144px',
    wide: true,
    cell: ({ consequence }) => (consequence === null ? '–' : formatMoney(consequence.value)),
  },
  {
    id: 'risk',
    header: 'Risk',
    term: 'risk',
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

/** The failure modes of a twin or model. */
export function FailureModeTable<M extends ListedFailureMode>({
  failureModes,
  further = [],
  onEdit,
  onDelete,
}: {
  failureModes: readonly M[];
  /** Columns of further fields. */
  further?: readonly Column<M>[];
  onEdit(mode: M): void;
  /** Null if the user may not delete. */
  onDelete: ((mode: M) => void) | null;
}): ReactNode {
  return failureModes.length === 0 ? (
    <EmptyState
      title="No failure modes yet."
      hint="A failure mode is a way in which the asset can fail, with its own probability and cost. You can link protections to it."
    />
  ) : (
    <DataTable
      label="Failure modes"
      columns={[...columns, ...further]}
      rows={failureModes}
      rowKey={(mode) => mode.id}
      onOpen={onEdit}
      {...(onDelete === null
        ? {}
        : {
            actions: {
              label: (mode: M) => `Actions for ${mode.name}`,
              of: (mode: M) => [
                { label: 'Edit', onChoose: () => onEdit(mode) },
                { label: 'Delete', onChoose: () => onDelete(mode) },
              ],
            },
          })}
    />
  );
}
