import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import type { ExplainedPart } from '@twinward/contracts/protections/protection-preview';
import { describe, expect, it } from 'vitest';
import { createQueryClient } from '../../../shared/api/query-client.ts';
import { LogicUnits } from '../../../shared/units/logic-units.tsx';
import { ExplanationView } from './explanation.tsx';

const unit = (id: number, code: string, abbreviation: string, factor: number, offset: number) => ({
  id,
  categoryId: 1,
  code,
  abbreviation,
  name: code,
  description: '',
  isStandard: true,
  factor,
  offset,
});

/** Renders for a user who chose °F for temperatures. */
function showInFahrenheit(element: React.ReactNode): void {
  const queryClient = createQueryClient();
  queryClient.setQueryData(
    ['units', {}],
    [unit(1, 'Cel', '°C', 1, 273.15), unit(2, '[degF]', '°F', 5 / 9, 459.67)],
  );
  queryClient.setQueryData(['display-units', {}], { units: { 1: 2 } });
  render(<QueryClientProvider client={queryClient}>{element}</QueryClientProvider>);
}

const part = (source: string, kind: string, value: number | boolean, ...parts: ExplainedPart[]) => ({
  from: 0,
  to: source.length,
  source,
  kind,
  type: typeof value === 'boolean' ? ('boolean' as const) : ('number' as const),
  value,
  reached: true,
  parts,
});
const inputs = [
  { alias: 'Temperature', unit: 'Cel' },
  { alias: 'Count', unit: null },
];

describe('an explanation', () => {
  it('shows values in the display unit, with the unit of the logic', () => {
    const logic = 'AVERAGE([Temperature], #2h) > 80 AND [Count] > 12000000';
    showInFahrenheit(
      <ExplanationView
        time={0}
        level={250}
        driving={0}
        thresholds={[{ name: 'High', level: 250 }]}
        explained={[
          {
            value: true,
            open: true,
            parts: [
              part(
                logic,
                'and',
                true,
                part('AVERAGE([Temperature], #2h)', 'window-statistic', 100),
                part('STDDEV([Temperature], #2h)', 'window-statistic', 1.5),
                part('[Temperature]', 'alias', 98.5),
                part('[Count]', 'alias', 12_345_733.125),
              ),
            ],
          },
        ]}
        inputs={inputs}
        onClose={() => {}}
      />,
    );
    const texts = within(screen.getByRole('region', { name: 'Explanation' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);
    expect(texts.slice(1)).toEqual([
      'AVERAGE([Temperature], #2h)212 °F (100 °C in the logic)',
      'STDDEV([Temperature], #2h)1.5',
      '[Temperature]209.3 °F (98.5 °C in the logic)',
      '[Count]12,345,733.125',
    ]);
  });
});

describe('the units of logic', () => {
  it('are listed for its inputs, with their display units', () => {
    showInFahrenheit(<LogicUnits logic="[Temperature] > 80 AND [Count] > 5" inputs={inputs} />);
    expect(screen.getByText('[Temperature] in °C, shown in °F')).toBeDefined();
  });
});
