import FormControl from '@mui/material/FormControl';
import FormLabel from '@mui/material/FormLabel';
import Stack from '@mui/material/Stack';
import type { DashboardContent } from '@twinward/contracts/questions/dashboard';
import type { DashboardVariable } from '@twinward/contracts/questions/dashboard-card';
import type { listTwins } from '@twinward/contracts/twins/twin';
import { type ReactNode, useId } from 'react';
import { useApiListQuery } from '../../shared/api/api-query.ts';
import { contains } from '../../shared/api/filters.ts';
import { usePlaceNames } from '../../shared/api/queries/use-place-names.ts';
import { useVariableChoices } from '../../shared/api/queries/use-variable-choices.ts';
import { useChosenTwin } from './api/use-chosen-twin.ts';
import type { DashboardValues } from './dashboard-address.ts';
import { RangeField } from './range-field.tsx';
import { SearchedChoice, useSearch } from './searched-choice.tsx';

/** The fields above the cards: the variables offered by the dashboard, and its range. */
export function VariablesBar({
  content,
  values,
  setVariable,
  setRange,
}: { content: Pick<DashboardContent, 'variables'> } & DashboardValues): ReactNode {
  const offered = (name: DashboardVariable): boolean =>
    content.variables.includes(name) || values[name] !== undefined;
  const names = usePlaceNames(values);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 3, pb: 4, '@media print': { display: 'none' } }}>
      {offered('site') ? (
        <PlaceChoice
          label="Site"
          places="sites"
          value={values.site === undefined ? null : { id: values.site, name: names.site }}
          onChange={(value) => setVariable('site', value)}
        />
      ) : null}
      {offered('class') ? (
        <PlaceChoice
          label="Class"
          places="classes"
          value={values.class === undefined ? null : { id: values.class, name: names.class }}
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

/** A field for a site or class: shows the whole tree, or the matches of the typed text with their parents. */
function PlaceChoice({
  label,
  places,
  value,
  onChange,
}: {
  label: string;
  places: 'sites' | 'classes';
  value: { id: number; name: string } | null;
  onChange: (value: number | null) => void;
}): ReactNode {
  const search = useSearch();
  const found = useVariableChoices(search.text, search.isOpen);
  const options = (found.data?.[places] ?? []).map(({ id, name, depth, parent }) =>
    search.text === '' ? { id, name, depth } : { id, name, note: parent === null ? '' : `in ${parent}` },
  );
  return (
    <Labeled label={label}>
      {(id) => (
        <SearchedChoice
          id={id}
          search={search}
          value={value}
          options={options}
          loading={found.isFetching}
          noneText={`No ${label.toLowerCase()} with that name.`}
          onChange={onChange}
        />
      )}
    </Labeled>
  );
}

function TwinChoice({
  value,
  onChange,
}: {
  value: number | undefined;
  onChange: (value: number | null) => void;
}): ReactNode {
  const search = useSearch();
  const { text } = search;
  const found = useApiListQuery<typeof listTwins>(
    ['twins', { find: text }],
    'POST /api/twins/filters',
    {
      query: { 'page-size': '20' },
      body: {
        filters: contains('AssetName', text === '' ? undefined : text),
      },
    },
    { enabled: search.isOpen },
  );
  const chosen = useChosenTwin(value);
  return (
    <Labeled label="Twin">
      {(id) => (
        <SearchedChoice
          id={id}
          search={search}
          value={value === undefined ? null : { id: value, name: chosen.data?.assetName ?? `Twin ${value}` }}
          options={(found.data?.records ?? []).map(({ id, assetName }) => ({ id, name: assetName }))}
          loading={found.isFetching}
          noneText="No twin with that name."
          onChange={onChange}
        />
      )}
    </Labeled>
  );
}
