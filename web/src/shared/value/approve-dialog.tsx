import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ValueLine, valueApproval } from '@twinward/contracts/questions/value-ledger';
import { hasFailureCost } from '@twinward/domain/value/proposal';
import { type ReactNode, useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { Field } from '../../ui/form/field.tsx';
import { NumberField } from '../../ui/form/number-field.tsx';
import { currencySymbol } from '../../ui/format/format.ts';
import { useApproveValue, useWithdrawValue } from './api.ts';

/** Approves the value of a closed advisory, initially the value that was approved before or is proposed. */
export function ApproveDialog({ line, onClose }: { line: ValueLine; onClose: () => void }): ReactNode {
  const { advisoryId, isApproved, proposal, outcome, version } = line;
  const withFailure = hasFailureCost(outcome);
  const known = isApproved ? line.failureCost : proposal.failureCost;
  const [initial] = useState({
    low: known?.low ?? null,
    high: known?.high ?? null,
    cost: (isApproved ? line.cost : proposal.cost) ?? 0,
    note: line.note,
  });
  const [draft, setDraft] = useState<{
    low: number | null;
    high: number | null;
    cost: number | null;
    note: string;
  }>(initial);
  const [isTried, setIsTried] = useState(false);
  const approval = useApproveValue(advisoryId);
  const withdrawal = useWithdrawValue(advisoryId);
  const { low, high, cost, note } = draft;
  const failureCost = withFailure ? { low, high } : null;
  const parsed = valueApproval.safeParse({ failureCost, cost, note, version });
  const findError = (name: 'low' | 'high' | 'cost' | 'note'): string | undefined => {
    if (!isTried) return undefined;
    if (draft[name] === null) return 'Required.';
    return parsed.error?.issues.find(({ path }) => path.at(-1) === name)?.message;
  };
  const save = (): void => {
    setIsTried(true);
    if (parsed.success) approval.mutate(parsed.data, { onSuccess: onClose });
  };
  const money = `, ${currencySymbol()}`;
  const failure = approval.error ?? withdrawal.error;
  return (
    <AppDialog
      title={`Value of ${line.name}`}
      busy={approval.isPending || withdrawal.isPending}
      dirty={draft !== initial}
      onClose={onClose}
      actions={
        <>
          {isApproved ? (
            <Button onClick={() => withdrawal.mutate(undefined, { onSuccess: onClose })}>
              Withdraw approval
            </Button>
          ) : null}
          <Button variant="contained" onClick={save}>
            Approve value
          </Button>
        </>
      }
    >
      <Stack spacing={3} sx={{ py: 2 }}>
        {withFailure ? (
          <>
            <Typography variant="body2">
              Estimated cost of the failure if nobody had acted on the advisory:
            </Typography>
            <NumberField
              label={`At least${money}`}
              value={low}
              error={findError('low')}
              onChange={(value) => setDraft({ ...draft, low: value })}
            />
            <NumberField
              label={`At most${money}`}
              value={high}
              error={findError('high')}
              onChange={(value) => setDraft({ ...draft, high: value })}
            />
          </>
        ) : null}
        <NumberField
          label={`Cost of the advisory${money}`}
          hint="All costs caused by the advisory, such as work, inspections and downtime"
          value={cost}
          error={findError('cost')}
          onChange={(value) => setDraft({ ...draft, cost: value })}
        />
        <Field
          label="Note"
          hint="Where the amounts come from"
          multiline
          maxRows={6}
          value={note}
          error={findError('note')}
          onChange={(event) => setDraft({ ...draft, note: event.target.value })}
        />
        <ErrorState error={failure} fallback="The value could not be saved." />
      </Stack>
    </AppDialog>
  );
}
