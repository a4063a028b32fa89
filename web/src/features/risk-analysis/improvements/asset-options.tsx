import Button from '@mui/material/Button';
import type { ImprovementOption } from '@twinward/contracts/risk/improvement';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { formatMoney } from '../../../ui/format/format.ts';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Muted } from '../../../ui/page/muted.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { useDeleteOption, useOptions } from '../api/improvements.ts';
import { OptionDialog } from './option-dialog.tsx';
import { effectText, optionLabel } from './option-text.ts';

const columns: readonly Column<ImprovementOption>[] = [
  {
    id: 'name',
    header: 'Option',
    opens: true,
    cell: (option) => <span title={optionLabel(option)}>{optionLabel(option)}</span>,
  },
  { id: 'effect', header: 'Effect', wide: true, wraps: true, cell: ({ effect }) => effectText(effect) },
  {
    id: 'gain',
    header: 'Risk reduction',
    numeric: true,
    wraps: true,
    cell: ({ gain, noEffect }) => (noEffect === null ? formatMoney(gain) : `No effect. ${noEffect}`),
  },
  {
    id: 'cost',
    header: 'Cost',
    numeric: true,
    width: '128px',
    cell: ({ cost }) => (cost === null ? '–' : formatMoney(cost)),
  },
];

type Shown =
  | { kind: 'edit'; option: ImprovementOption | null }
  | { kind: 'delete'; option: ImprovementOption };

/** The options to improve an asset in an analysis, and its failure modes. */
export function AssetOptions({
  riskAnalysisId,
  assetId,
  twinId,
  editing,
}: {
  riskAnalysisId: number;
  assetId: number;
  /** Null without a twin; then there are no failure modes. */
  twinId: number | null;
  /** Runs a change, after a warning if it may invalidate scenarios; null if read-only. */
  editing: { warn(go: () => void): void } | null;
}): ReactNode {
  const options = useOptions(riskAnalysisId, assetId);
  const deleting = useDeleteOption(riskAnalysisId);
  const [shown, setShown] = useState<Shown | null>(null);
  const close = (): void => setShown(null);
  return (
    <Section
      title="Improvement options"
      aside={
        editing === null ? null : (
          <Button onClick={() => setShown({ kind: 'edit', option: null })}>Add option</Button>
        )
      }
    >
      <Loaded query={options} rows={2} fallback="The options could not be loaded.">
        {(found) =>
          found.length === 0 ? (
            <Muted>
              No options yet. An asset marked “Improve” gets the life of its benchmark. An option has its own
              effect and cost.
            </Muted>
          ) : (
            <DataTable
              label="Improvement options"
              columns={columns}
              rows={found}
              rowKey={(option) => option.id}
              {...(editing === null
                ? {}
                : {
                    onOpen: (option: ImprovementOption) => setShown({ kind: 'edit', option }),
                    actions: {
                      label: (option: ImprovementOption) => `Actions for ${option.name}`,
                      of: (option: ImprovementOption) => [
                        { label: 'Edit', onChoose: () => setShown({ kind: 'edit', option }) },
                        { label: 'Delete', onChoose: () => setShown({ kind: 'delete', option }) },
                      ],
                    },
                  })}
            />
          )
        }
      </Loaded>
      {shown?.kind === 'edit' && editing ? (
        <OptionDialog
          subject={{ riskAnalysisId, assetId, twinId }}
          held={shown.option}
          warn={editing.warn}
          onClose={close}
        />
      ) : null}
      {shown?.kind === 'delete' && editing ? (
        <ConfirmDialog
          title="Delete option"
          yes="Delete"
          busy={deleting.isPending}
          onYes={() => editing.warn(() => deleting.mutate(shown.option, { onSuccess: close }))}
          onNo={close}
        >
          {deleting.error
            ? failureMessage(deleting.error, 'The option could not be deleted.')
            : `Are you sure you want to delete '${shown.option.name}'?`}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
}
