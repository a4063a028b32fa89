import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {
  type QueryDisplay,
  type QueryView,
  queryLengths,
  queryViews,
} from '@twinward/contracts/questions/query-definition';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { chartThemes } from '@twinward/domain/dashboards/color-themes';
import { assignRoles } from '@twinward/domain/queries/chart-data';
import { isNumeric } from '@twinward/domain/queries/column-kinds';
import { shownColumns } from '@twinward/domain/queries/rows';
import type { ReactNode } from 'react';
import { viewName } from '../../../shared/query/describe.ts';
import { useChartColors } from '../../../ui/chart/use-chart-colors.ts';
import { CheckList } from '../../../ui/form/check-list.tsx';
import { ChoiceInput } from '../../../ui/form/choice-input.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { Field } from '../../../ui/form/field.tsx';
import { NumberField } from '../../../ui/form/number-field.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { SwitchField } from '../../../ui/form/switch-field.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { totalNames } from '../query-words.ts';
import { ConditionalColors } from './conditional-colors.tsx';
import type { EditProps } from './edit-props.ts';

/** The settings of each view. */
const parts: Readonly<
  Record<QueryView, readonly ('category' | 'series' | 'values' | 'stacked' | 'shaped')[]>
> = {
  table: [],
  pivot: ['category', 'series', 'values', 'shaped'],
  bar: ['category', 'series', 'values', 'stacked', 'shaped'],
  line: ['category', 'series', 'values', 'stacked', 'shaped'],
  area: ['category', 'series', 'values', 'stacked', 'shaped'],
  pie: ['category', 'values', 'shaped'],
  scatter: ['category', 'series', 'values'],
  number: ['category', 'values'],
  'heat-map': ['category', 'series', 'values', 'shaped'],
  'tree-map': ['category', 'series', 'values', 'shaped'],
};

/** Edits the display of the result. */
export function DisplaySection({
  definition,
  result,
  onChange,
}: Omit<EditProps, 'types'> & {
  /** The latest preview, for its columns. */
  result: QueryResult | undefined;
}): ReactNode {
  const { display } = definition;
  const change = (part: Partial<QueryDisplay>): void =>
    onChange({ ...definition, display: { ...display, ...part } });
  /** Sets an entry, or removes it. */
  const set = (name: 'category' | 'series' | 'topCount' | 'total' | 'linkTemplate', value: unknown): void => {
    const { [name]: _, ...others } = display;
    onChange({
      ...definition,
      display: (value === null ? others : { ...others, [name]: value }) as QueryDisplay,
    });
  };
  const has = (part: (typeof parts)[QueryView][number]): boolean => parts[display.view].includes(part);
  const columns = result === undefined ? [] : shownColumns(result);
  const roles = result === undefined ? null : assignRoles(result, display);
  const choices = columns.map(({ key, caption }) => ({ value: key, label: caption }));
  return (
    <Section title="Display">
      <Stack spacing={3}>
        <SelectField
          label="Show as"
          choices={queryViews.map((view) => ({ value: view, label: viewName(view) }))}
          value={display.view}
          onChange={({ target }) => change({ view: target.value as QueryView })}
        />
        {has('category') ? (
          <ChoiceInput
            label={display.view === 'pivot' ? 'Rows' : 'Category'}
            none={roles?.category ? `Automatic: ${roles.category.caption}` : 'Automatic'}
            choices={choices}
            value={display.category ?? null}
            onChange={(value) => set('category', value)}
          />
        ) : null}
        {has('series') ? (
          <ChoiceInput
            label={display.view === 'pivot' ? 'Columns' : display.view === 'tree-map' ? 'Within' : 'Series'}
            none="None"
            choices={choices}
            value={display.series ?? null}
            onChange={(value) => set('series', value)}
          />
        ) : null}
        {has('values') ? (
          <CheckList
            label="Values"
            hint="If none is selected, all numbers are shown."
            choices={columns.filter(isNumeric).map(({ key, caption }) => ({ value: key, label: caption }))}
            value={display.values}
            onChange={(values) => change({ values })}
          />
        ) : null}
        {has('stacked') ? (
          <SwitchField
            label="Stacked"
            checked={display.stacked}
            onChange={(stacked) => change({ stacked })}
          />
        ) : null}
        {has('shaped') ? (
          <>
            <NumberField
              label="Largest only"
              hint="Number of categories to show. The rest is added up as Other."
              value={display.topCount ?? null}
              onChange={(value) => {
                if (value === null || (Number.isInteger(value) && value >= 1 && value <= 100))
                  set('topCount', value);
              }}
            />
            <ChoiceInput
              label="Calculation"
              none="None"
              choices={toChoices(totalNames)}
              value={display.total ?? null}
              onChange={(value) => set('total', value)}
            />
          </>
        ) : null}
        <ConditionalColors
          columns={columns.filter(isNumeric)}
          conditions={display.conditionalColors}
          onConditions={(conditionalColors) => change({ conditionalColors })}
        />
        <Field
          label="Link on click"
          hint="Example: /apps/twins/{twin.id}. A column in braces is replaced by its value."
          value={display.linkTemplate ?? ''}
          onChange={({ target }) => set('linkTemplate', target.value === '' ? null : target.value)}
          inputProps={{ maxLength: queryLengths.linkTemplate, spellCheck: false }}
          error={
            display.linkTemplate !== undefined && !/^\/(?!\/)/.test(display.linkTemplate)
              ? 'The link must start with a single slash.'
              : undefined
          }
        />
        <SelectField
          label="Colors"
          choices={chartThemes.map(({ name }, place) => ({
            value: String(place + 1),
            label: `${place + 1} ${name}`,
          }))}
          value={String(display.theme)}
          onChange={({ target }) => change({ theme: Number(target.value) })}
        />
        <ThemeSample theme={display.theme} />
      </Stack>
    </Section>
  );
}

function ThemeSample({ theme }: { theme: number }): ReactNode {
  const { series } = useChartColors(theme);
  return (
    <Box aria-hidden sx={{ display: 'flex', gap: 1 }}>
      {series.map((color) => (
        <Box key={color} data-swatch sx={{ width: 24, height: 12, bgcolor: color, borderRadius: '2px' }} />
      ))}
    </Box>
  );
}
