import type { MoneyRange } from '@twinward/contracts/questions/value-ledger';
import { formatMoney } from '../../ui/format/format.ts';

/** `$1,000 to $5,000`, or one amount. */
export const formatRange = ({ low, high }: MoneyRange): string =>
  low === high ? formatMoney(low) : `${formatMoney(low)} to ${formatMoney(high)}`;
