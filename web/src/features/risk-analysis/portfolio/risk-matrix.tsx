import Box from '@mui/material/Box';
import type { Portfolio } from '@twinward/contracts/portfolio';
import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';

/** What each band of some bounds is called. */
export function bandLabels(bounds: readonly number[], format: (value: number) => string): string[] {
  return [
    `under ${format(bounds[0]!)}`,
    ...bounds.map((bound, place) => {
      const next = bounds[place + 1];
      return next === undefined ? `${format(bound)} and over` : `${format(bound)} to ${format(next)}`;
    }),
  ];
}

/** How grave a field is, 0 to 1, by where it stands between the least and the most. */
const gravity = (probability: number, consequence: number, rows: number, columns: number): number =>
  (probability / Math.max(rows - 1, 1) + consequence / Math.max(columns - 1, 1)) / 2;

/** How many assets, and how much risk, there is by bands of probability and cost of failure. */
export function RiskMatrix({ portfolio: { bands, matrix } }: { portfolio: Portfolio }): ReactNode {
  const rows = bandLabels(bands.probability, (value) => `${value} %`);
  const columns = bandLabels(bands.consequence, shortMoney);
  return (
    <Section title="Risk matrix">
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Risk matrix">
        <Box
          component="table"
          aria-label="Assets and risk by probability and cost of failure"
          sx={{
            borderCollapse: 'separate',
            borderSpacing: '2px',
            width: '100%',
            fontSize: '0.8125rem',
            '& th': { fontWeight: 400, color: 'text.secondary', textAlign: 'left', p: 1 },
            '& td': { textAlign: 'center', p: 1, minWidth: 64, height: 48 },
          }}
        >
          <thead>
            <tr>
              <th scope="col">Probability</th>
              {columns.map((label) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .map((label, probability) => (
                <tr key={label}>
                  <th scope="row">{label}</th>
                  {columns.map((column, consequence) => (
                    <Field
                      key={column}
                      found={matrix.find(
                        (one) => one.probability === probability && one.consequence === consequence,
                      )}
                      gravity={gravity(probability, consequence, rows.length, columns.length)}
                    />
                  ))}
                </tr>
              ))
              .toReversed()}
          </tbody>
        </Box>
      </Box>
    </Section>
  );
}

function Field({
  found,
  gravity,
}: {
  found: Portfolio['matrix'][number] | undefined;
  gravity: number;
}): ReactNode {
  // Tints under the page's own ink: readable in light and dark.
  const tint = `color-mix(in srgb, ${gravity > 0.6 ? '#d32f2f' : gravity > 0.35 ? '#ffb300' : '#43a047'} 22%, transparent)`;
  return (
    <Box component="td" sx={{ bgcolor: tint, color: 'text.primary' }}>
      {found ? (
        <>
          <Box component="span" sx={{ fontWeight: 600, display: 'block' }}>
            {formatCount(found.assets)}
          </Box>
          {formatMoney(found.risk)}
        </>
      ) : (
        '–'
      )}
    </Box>
  );
}

/** Money of an axis: $10k, $1M. */
export function shortMoney(value: number): string {
  if (value >= 1_000_000) return `$${Number((value / 1_000_000).toPrecision(3))}M`;
  return value >= 1000 ? `$${Number((value / 1000).toPrecision(3))}k` : `$${value}`;
}
