import type { MoneyRange, ValueSummary } from '@twinward/contracts/questions/value-ledger';
import { pale, strong } from './picture.ts';
import type { Drawable } from './section.ts';
import { count, counted, money } from './text.ts';

/** Returns the section on the value ledger of a summary mail; null if no advisory was closed in the week. */
export function valueSection(week: ValueSummary, year: ValueSummary, symbol: string): Drawable | null {
  const { advisories, approved, net, falseAlarms, falseAlarmCost } = week.total;
  if (advisories === 0) return null;
  const range = ({ low, high }: MoneyRange) =>
    low === high ? money(low, symbol) : `${money(low, symbol)} to ${money(high, symbol)}`;
  const drawn = year.months.filter((month) => month.approved > 0);
  return {
    title: 'Value of advisories',
    path: '/apps/value-ledger?period=year',
    lines: [
      `${count(advisories)} closed, of which ${count(approved)} with an approved value: ${range(net)} net`,
      ...(falseAlarms === 0
        ? []
        : [`${counted(falseAlarms, 'false alarm')}, at a cost of ${money(falseAlarmCost, symbol)}`]),
      `Over the last 365 days: ${range(year.total.net)} net`,
    ],
    pictures:
      drawn.length === 0
        ? []
        : [
            {
              name: 'value',
              kind: 'bars',
              description: `Net value by month: ${drawn.map((month) => `${month.month} ${range(month.net)}`).join('; ')}`,
              categories: drawn.map(({ month }) => month),
              series: [
                { name: 'At least', color: strong, values: drawn.map((month) => month.net.low) },
                { name: 'At most', color: pale, values: drawn.map((month) => month.net.high) },
              ],
              limit: null,
              prefix: symbol,
            },
          ],
  };
}
