import Alert from '@mui/material/Alert';
import type { BudgetChoice } from '@twinward/contracts/risk/improvement';
import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../../ui/format/format.ts';
import { examplesText } from './option-text.ts';

/** The cost and gain of the best set under a budget, and whether it is proven to be the best. */
export function ChoiceText({
  choice: { options, cost, gain, isExact, bound, budget, withoutCost, examples },
}: {
  choice: BudgetChoice;
}): ReactNode {
  const count = options.length;
  return (
    <Alert severity={isExact ? 'success' : 'warning'}>
      {`${formatCount(count)} ${count === 1 ? 'improvement' : 'improvements'} for ${formatMoney(cost)} of ${formatMoney(budget)} ${count === 1 ? 'reduces' : 'reduce'} the risk by ${formatMoney(gain)}. `}
      {isExact
        ? 'No other set within the budget reduces the risk more.'
        : `Best set found within the time limit. No set can reduce the risk by more than ${formatMoney(bound)}.`}
      {withoutCost > 0 ? ` ${formatCount(withoutCost)} without a cost can't be chosen.` : ''}
      {examplesText(examples)}
    </Alert>
  );
}
