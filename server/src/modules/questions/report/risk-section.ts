import type { PlantRiskHistory } from '@twinward/contracts/questions/risk-history';
import { strong } from './picture.ts';
import type { Drawable } from './section.ts';
import { counted, money } from './text.ts';

const namedCauses = 3;

/** Returns the section on money at risk of a summary mail; null if no twin has a risk. */
export function riskSection(
  week: PlantRiskHistory,
  month: PlantRiskHistory,
  symbol: string,
): Drawable | null {
  const { now, before, from, causes, withoutRisk } = week;
  if (now === 0 && (before ?? 0) === 0) return null;
  const signed = (change: number) => `${change > 0 ? '+' : ''}${money(change, symbol)}`;
  const named = causes.slice(0, namedCauses);
  return {
    title: 'Money at risk',
    path: '/home',
    lines: [
      `${money(now, symbol)} now`,
      before === null ? 'No history to compare with yet' : `${signed(now - before)} since ${from}`,
      ...named.map(({ assetName, change }) => `${assetName}: ${signed(change)}`),
      ...(withoutRisk === 0
        ? []
        : [`${counted(withoutRisk, 'twin')} without a probability or a cost of failure`]),
    ],
    pictures:
      month.days.length < 2
        ? []
        : [
            {
              name: 'risk',
              kind: 'bars',
              description: `Risk of all twins by day: ${money(month.days[0]!.risk, symbol)} on ${month.days[0]!.day}, ${money(month.now, symbol)} now`,
              categories: month.days.map(({ day }) => day),
              series: [{ name: 'Risk', color: strong, values: month.days.map(({ risk }) => risk) }],
              limit: null,
              prefix: symbol,
            },
          ],
  };
}
