import type { RiskCause } from '@twinward/contracts/questions/risk-history';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';

/** An amount with its sign: +$480. */
export const signedMoney = (value: number): string =>
  `${value > 0 ? '+' : value < 0 ? '−' : ''}${formatMoney(Math.abs(value))}`;

const orNone = (value: number | null, format: (value: number) => string): string =>
  value === null ? 'none' : format(value);

/** A short description of the cause of a change of risk. */
export function causeText({ state, before, now, failureModes }: RiskCause): string {
  if (state === 'deleted') return 'Deleted';
  if (state === 'out-of-service') return 'Out of service';
  if (before === null) return 'New or back in service';
  const parts = [
    ...(before.probability === now?.probability
      ? []
      : [
          `Probability ${orNone(before.probability, formatPercent)} → ${orNone(now?.probability ?? null, formatPercent)}`,
        ]),
    ...(before.consequence === now?.consequence
      ? []
      : [
          `Consequence ${orNone(before.consequence, formatMoney)} → ${orNone(now?.consequence ?? null, formatMoney)}`,
        ]),
  ];
  // Show failure modes if nothing else changed, or if the twin's risk is their sum.
  const isSum = now?.consequence === null;
  const modes =
    parts.length === 0 || isSum
      ? failureModes.map(
          (mode) => `${mode.name}: ${orNone(mode.before, formatMoney)} → ${orNone(mode.now, formatMoney)}`,
        )
      : [];
  return [...parts, ...modes].join('; ') || 'Failure modes changed';
}
