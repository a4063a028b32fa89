import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import type { LifeData, LifeFit } from '@twinward/contracts/risk/life-data';
import type { ReactNode } from 'react';
import { formatCount, formatNumber } from '../../ui/format/format.ts';
import { Facts } from '../../ui/page/facts.tsx';
import { Why } from '../../ui/page/why.tsx';

export const methodLabels: Record<LifeFit['method'], string> = {
  'maximum-likelihood': 'Maximum likelihood',
  'median-ranks': 'Median ranks',
  weibayes: 'Weibayes',
};

const formulas: Record<LifeFit['method'], string> = {
  'maximum-likelihood': 'Shape and characteristic life with the maximum likelihood',
  'median-ranks': 'The line through (i - 0.3) / (n + 0.4) on Weibull paper',
  weibayes: 'Life = (sum(age ^ shape) / failures) ^ (1 / shape)',
};

const digits = (value: number): string => formatNumber(Number(value.toPrecision(5)));

/** The fitted parameters, the goodness of fit, and warnings. */
export function FitFacts({ fit, library }: { fit: LifeFit; library: LifeData['library'] }): ReactNode {
  const { bounds, andersonDarling } = fit;
  const within = (range: { lower: number; upper: number } | null | undefined): string =>
    range ? ` (${digits(range.lower)} to ${digits(range.upper)})` : '';
  return (
    <Stack spacing={3}>
      {fit.warnings.map((warning) => (
        <Alert key={warning} severity="warning">
          {warning}
        </Alert>
      ))}
      <Facts
        facts={[
          ['Shape', `${digits(fit.shape)}${within(bounds?.shape)}`, 'Weibull shape'],
          ['Characteristic life', `${digits(fit.scale)} days${within(bounds?.scale)}`, 'characteristic life'],
          ['MTBF', `${digits(fit.mean)} days${within(bounds?.mean)}`, 'MTBF'],
          ['B10', `${digits(fit.b10)} days${within(bounds?.b10)}`],
          [
            'Bounds',
            bounds ? `${bounds.confidence * 100} % two-sided, Fisher matrix` : 'Needs at least one failure',
          ],
          ['Failures', formatCount(fit.failures)],
          ['Suspensions', formatCount(fit.suspensions)],
          [
            'Correlation on the plot',
            fit.correlationSquared === null ? '–' : `r² = ${fit.correlationSquared.toFixed(4)}`,
          ],
          [
            'Anderson-Darling',
            andersonDarling
              ? `${andersonDarling.statistic.toFixed(3)}, ${andersonDarling.isRejected ? 'over' : 'under'} ${andersonDarling.critical} at 5 %`
              : 'Not available with suspensions, another method or few failures',
          ],
          ['Log-likelihood', fit.logLikelihood.toFixed(4)],
          ...(library
            ? [
                [
                  `Library, by ${library.level}`,
                  `${digits(library.characteristicLife)} days, shape ${digits(library.shape)}${library.isExample ? ', an example' : ''}`,
                ] as const,
              ]
            : []),
        ]}
      />
      <Stack direction="row" sx={{ alignItems: 'center' }}>
        How this was calculated
        <Why
          subject="the fit"
          formula={formulas[fit.method]}
          inputs={[
            ['Method', methodLabels[fit.method]],
            ['Failures', formatCount(fit.failures)],
            ['Suspensions', formatCount(fit.suspensions)],
          ]}
          note="Completed corrective work ends a life, and the next life starts as new. A life that has not ended when observation ends is a suspension. IEC 61649:2008."
        />
      </Stack>
    </Stack>
  );
}
