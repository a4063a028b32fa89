import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type ValueLine, valueApproval } from '@twinward/contracts/questions/value-ledger';
import { hasFailureCost } from '@twinward/domain/value/proposal';
import type { ReactNode } from 'react';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { schemaProblems } from '../../ui/form/schema-problems.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { currencySymbol } from '../../ui/format/format.ts';
import { useApproveValue, useWithdrawValue } from './api.ts';

interface Draft {
  low: number | null;
  high: number | null;
  cost: number | null;
  note: string;
}

/** Approves the value of a closed advisory, initially the value that was approved before or is proposed. */
export function ApproveDialog({ line, onClose }: { line: ValueLine; onClose: () => void }): ReactNode {
  const { advisoryId, isApproved, proposal, outcome, version } = line;
  const withFailure = hasFailureCost(outcome);
  const known = isApproved ? line.failureCost : proposal.failureCost;
  const first: Draft = {
    low: known?.low ?? null,
    high: known?.high ?? null,
    cost: (isApproved ? line.cost : proposal.cost) ?? 0,
    note: line.note,
  };
  const toApproval = ({ low, high, cost, note }: Draft) => ({
    failureCost: withFailure ? { low, high } : null,
    cost,
    note,
    version,
  });
  const form = useDraft(first, (draft) => schemaProblems(valueApproval, toApproval(draft), draft));
  const approval = useApproveValue(advisoryId);
  const withdrawal = useWithdrawValue(advisoryId);
  const save = (): void =>
    approval.mutate(valueApproval.parse(toApproval(form.draft)), { onSuccess: onClose });
  const money = `, ${currencySymbol()}`;
  const failure = approval.error ?? withdrawal.error;
  return (
    <FormDialog
      title={`Value of ${line.name}`}
      action="Approve value"
      form={form}
      onSubmit={save}
      saving={{ isPending: approval.isPending || withdrawal.isPending, error: failure }}
      fallback="The value could not be saved."
      cancel={null}
      extra={
        isApproved ? (
          <Button onClick={() => withdrawal.mutate(undefined, { onSuccess: onClose })}>
            Withdraw approval
          </Button>
        ) : null
      }
      py={2}
      onClose={onClose}
    >
      {withFailure ? (
        <>
          <Typography variant="body2">
            Estimated cost of the failure if nobody had acted on the advisory:
          </Typography>
          <NumberField label={`At least${money}`} {...form.input('low')} />
          <NumberField label={`At most${money}`} {...form.input('high')} />
        </>
      ) : null}
      <NumberField
        label={`Cost of the advisory${money}`}
        hint="All costs caused by the advisory, such as work, inspections and downtime"
        {...form.input('cost')}
      />
      <Field label="Note" hint="Where the amounts come from" multiline maxRows={6} {...form.text('note')} />
    </FormDialog>
  );
}
