import Autocomplete from '@mui/material/Autocomplete';
import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type { DashboardContent } from '@twinward/contracts/questions/dashboard';
import type { DashboardVariable } from '@twinward/contracts/questions/dashboard-card';
import type { CardValues } from '@twinward/contracts/questions/dashboard-data';
import type { listTwins } from '@twinward/contracts/twins/twin';
import { type ReactNode, useId, useState } from 'react';
import { useApiListQuery } from '../../shared/api/api-query.ts';
import { useVariableChoices } from '../../shared/api/queries/use-variable-choices.ts';
import { usePaused } from '../../ui/form/use-paused.ts';
import { useChosenTwin } from './api/use-chosen-twin.ts';
import type { DashboardValues } from './dashboard-address.ts';
import { RangeField } from './range-field.tsx';

/** The choices above the cards: variables that the dashboard offers, and its range. */
export function VariablesBar({
  content,
  values,
  setVariable,
  setRange,
}: { content: Pick<DashboardContent, 'variables'> } & DashboardValues): ReactNode {
  const offered = (name: DashboardVariable): boolean =>
    content.variables.includes(name) || values[name] !== undefined;
  const { data: choices } = useVariableChoices(offered('site') || offered('class'));
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 3, pb: 4, '@media print': { display: 'none' } }}>
      {offered('site') ? (
        <Choice
          label="Site"
          choices={choices?.sites ?? []}
          value={values.site}
          onChange={(value) => setVariable('site', value)}
        />
      ) : null}
      {offered('class') ? (
        <Choice
          label="Class"
          choices={choices?.classes ?? []}
          value={values.class}
          onChange={(value) => setVariable('class', value)}
        />
      ) : null}
      {offered('twin') ? (
        <TwinChoice value={values.twin} onChange={(value) => setVariable('twin', value)} />
      ) : null}
      <RangeField range={values.range} onRange={setRange} />
    </Stack>
  );
}

/** A field with its label above. */
function Labeled({ label, children }: { label: string; children: (id: string) => ReactNode }): ReactNode {
  const id = useId();
  return (
    <FormControl sx={{ width: { xs: '100%', sm: 220 } }}>
      <FormLabel htmlFor={id} sx={{ mb: 1, fontSize: '0.8125rem' }}>
        {label}
      </FormLabel>
      {children(id)}
    </FormControl>
  );
}

function Choice({
  label,
  choices,
  value,
  onChange,
}: {
  label: string;
  choices: readonly { id: number; name: string; depth: number }[];
  value: CardValues['site'];
  onChange: (value: number | null) => void;
}): ReactNode {
  return (
    <Labeled label={label}>
      {(id) => (
        <Autocomplete
          id={id}
          size="small"
          options={[...choices]}
          value={choices.find(({ id }) => id === value) ?? null}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="None."
          renderOption={({ key, ...props }, { name, depth }) => (
            <li key={key} {...props} style={{ paddingLeft: 16 + 12 * depth }}>
              {name}
            </li>
          )}
          renderInput={(input) => <TextField {...input} placeholder="All" />}
          onChange={(_, next) => onChange(next?.id ?? null)}
        />
      )}
    </Labeled>
  );
}

interface ChosenTwin {
  id: number;
  name: string;
}

function TwinChoice({
  value,
  onChange,
}: {
  value: CardValues['twin'];
  onChange: (value: number | null) => void;
}): ReactNode {
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const text = usePaused(typed.trim(), 100);
  const found = useApiListQuery<typeof listTwins>(
    ['twins', { find: text }],
    'POST /api/twins/filters',
    {
      query: { 'page-size': '20' },
      body: {
        filters:
          text === '' ? [] : [{ field: 'AssetName', operator: 'Contains', value: text, dataType: 'C' }],
      },
    },
    { enabled: isOpen },
  );
  const chosen = useChosenTwin(value);
  return (
    <Labeled label="Twin">
      {(id) => (
        <Autocomplete<ChosenTwin>
          id={id}
          size="small"
          options={
            isOpen ? (found.data?.records ?? []).map(({ id, assetName }) => ({ id, name: assetName })) : []
          }
          value={value === undefined ? null : { id: value, name: chosen.data?.assetName ?? '' }}
          loading={found.isFetching}
          filterOptions={(options) => options}
          getOptionLabel={({ id, name }) => name || `Twin ${id}`}
          getOptionKey={({ id }) => id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          noOptionsText="No such twin."
          onOpen={() => setIsOpen(true)}
          onClose={() => setIsOpen(false)}
          onInputChange={(_, next, reason) => reason === 'input' && setTyped(next)}
          renderInput={(input) => <TextField {...input} placeholder="All" />}
          onChange={(_, next) => onChange(next?.id ?? null)}
        />
      )}
    </Labeled>
  );
}
