import Stack from '@mui/material/Stack';
import type { QuerySource } from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { sourceType, type Types } from '../catalogue.ts';
import { withSource } from './definition.ts';
import type { EditProps } from './edit-props.ts';
import { SeriesSourceFields } from './series-source.tsx';

/** Edits the source of the rows: records of a type, or buckets of time series. */
export function SourceSection({ types, definition, onChange }: EditProps): ReactNode {
  const { source } = definition;
  const choose = (name: string): void => {
    const next: QuerySource =
      name === 'series'
        ? {
            kind: 'series',
            tagIds: [],
            tagFilters: [],
            aggregate: 'mean',
            bucket: 'PT1H',
            range: { from: 'now-7d', to: 'now' },
          }
        : { kind: 'records', type: name };
    onChange(withSource(definition, next, sourceType(types, next)));
  };
  return (
    <Section title="Source">
      <Stack spacing={3}>
        <SelectField
          label="Data source"
          value={source.kind === 'series' ? 'series' : source.type}
          choices={[{ value: '', label: 'Choose a type' }, ...sourcesIn(types)]}
          onChange={({ target }) => choose(target.value)}
        />
        {source.kind === 'series' ? (
          <SeriesSourceFields
            types={types}
            definition={definition}
            source={source}
            onSource={(next) => onChange({ ...definition, source: next })}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

const sourcesIn = (types: Types): { value: string; label: string }[] =>
  [...types.values()]
    .filter(({ isSource }) => isSource)
    .map(({ name, caption, pluralCaption }) => ({ value: name, label: pluralCaption || caption }))
    .toSorted((one, other) => one.label.localeCompare(other.label));
