import type { RiskStep, TwinRiskHistory } from '@twinward/contracts/questions/risk-history';
import { addDays } from '@twinward/domain/risk/history';
import { type ReactNode, useMemo, useState } from 'react';
import { Figure } from '../../ui/chart/figure.tsx';
import type { FigureOption } from '../../ui/chart/figure-canvas.tsx';
import { useChartInk } from '../../ui/chart/use-chart-ink.ts';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../ui/feedback/states.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { formatMoney, formatPercent } from '../../ui/format/format.ts';
import { LevelChip } from '../../ui/format/level-chip.tsx';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useTwinRiskHistory } from './use-twin-risk-history.ts';

const days = 365;

/** The risk of a twin and its failure modes over the last year. */
export function RiskHistorySection({ twinId }: { twinId: number }): ReactNode {
  const history = useTwinRiskHistory(twinId, days);
  return (
    <Section title="History">
      <Loaded query={history} rows={4} fallback="The history could not be loaded.">
        {(data) =>
          data.firstDay === null || data.steps.length === 0 ? (
            <EmptyState
              title="No history yet."
              hint="The risk is stored daily. The first day is shown here soon."
            />
          ) : (
            <RiskHistory history={data} />
          )
        }
      </Loaded>
    </Section>
  );
}

/** The option for the twin as a whole. */
const whole = 'twin';

function RiskHistory({ history }: { history: TwinRiskHistory }): ReactNode {
  const { failureModes } = history;
  const [chosen, setChosen] = useState(whole);
  const mode = failureModes.find(({ id }) => String(id) === chosen);
  const steps = mode ? mode.steps : history.steps;
  return (
    <>
      {failureModes.length === 0 ? null : (
        <SelectField
          label="History of"
          value={mode ? chosen : whole}
          choices={[
            { value: whole, label: 'The twin' },
            ...failureModes.map(({ id, name, isDeleted }) => ({
              value: String(id),
              label: isDeleted ? `${name} (deleted)` : name,
            })),
          ]}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
      <RiskSteps steps={steps} history={history} isTwin={!mode} />
    </>
  );
}

function RiskSteps({
  steps,
  history: { from, today },
  isTwin,
}: {
  steps: readonly RiskStep[];
  history: TwinRiskHistory;
  isTwin: boolean;
}): ReactNode {
  const ink = useChartInk();
  const option = useMemo((): FigureOption => {
    const axisLabel = { color: ink.text, hideOverlap: true };
    // The line has a gap on days without figures.
    const data = steps.flatMap(({ from: begun, until, risk }, i) => {
      const isGap = until !== null && steps[i + 1]?.from !== until;
      return [
        [begun < from ? from : begun, risk],
        ...(until === null
          ? [[today, risk]]
          : isGap
            ? [
                [addDays(until, -1), risk],
                [until, null],
              ]
            : []),
      ] as [string, number | null][];
    });
    return {
      textStyle: { fontFamily: ink.fontFamily },
      grid: { left: 8, right: 24, top: 16, bottom: 8, containLabel: true },
      xAxis: {
        type: 'time',
        min: from,
        max: today,
        axisLabel: { ...axisLabel, formatter: '{yyyy}-{MM}-{dd}' },
        axisLine: { lineStyle: { color: ink.axis } },
        splitLine: { show: false },
      },
      yAxis: {
        type: 'value',
        min: 0,
        axisLabel: { ...axisLabel, formatter: (value: number) => formatMoney(value) },
        splitLine: { lineStyle: { color: ink.grid } },
      },
      series: [
        {
          type: 'line',
          step: 'end',
          silent: true,
          symbol: steps.length === 1 ? 'circle' : 'none',
          itemStyle: { color: ink.signal },
          lineStyle: { color: ink.signal, width: 1.5 },
          data,
        },
      ],
    };
  }, [steps, from, today, ink]);
  return (
    <Figure
      label={`Risk by day from ${from} to ${today}`}
      option={option}
      height={200}
      fileName="risk-history"
      table={
        <DataTable
          label="Changes of the risk"
          rows={steps.toReversed()}
          rowKey={(step) => step.from}
          columns={isTwin ? [...columns, levelColumn] : columns}
        />
      }
    />
  );
}

const orNone = (value: number | null, format: (value: number) => string): string =>
  value === null ? '–' : format(value);

const columns: readonly Column<RiskStep>[] = [
  { id: 'from', header: 'From', cell: (step) => step.from },
  {
    id: 'probability',
    header: 'Probability',
    numeric: true,
    cell: ({ probability }) => orNone(probability, formatPercent),
  },
  {
    id: 'consequence',
    header: 'Consequence',
    numeric: true,
    wide: true,
    cell: ({ consequence }) => orNone(consequence, formatMoney),
  },
  { id: 'risk', header: 'Risk', numeric: true, cell: ({ risk }) => orNone(risk, formatMoney) },
];

const levelColumn: Column<RiskStep> = {
  id: 'level',
  header: 'Highest level',
  numeric: true,
  wide: true,
  cell: ({ level }) => <LevelChip level={level} />,
};
