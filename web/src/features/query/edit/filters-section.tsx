import Stack from '@mui/material/Stack';
import type { QueryType } from '@twinward/contracts/questions/query';
import type { QueryResult } from '@twinward/contracts/questions/query-result';
import { isGrouped } from '@twinward/domain/queries/definition-problems';
import { shownColumns } from '@twinward/domain/queries/rows';
import type { ReactNode } from 'react';
import { Section } from '../../../ui/page/section.tsx';
import { sourceType } from '../catalogue.ts';
import type { EditProps } from './edit-props.ts';
import { FilterList } from './filter-list.tsx';

/** Edits the conditions on records, and on groups. */
export function FiltersSection({
  types,
  definition,
  result,
  onChange,
}: EditProps & {
  /** The latest preview, for its columns. */
  result: QueryResult | undefined;
}): ReactNode {
  const from = sourceType(types, definition.source);
  const { parameters, filters, resultFilters } = definition;
  if (from === undefined) return null;
  const columns = result === undefined ? null : resultType(result);
  return (
    <Section title="Conditions">
      <Stack spacing={3}>
        <FilterList
          label="Records that match all conditions"
          types={types}
          from={from}
          parameters={parameters}
          filters={filters}
          onFilters={(next) => onChange({ ...definition, filters: next })}
        />
        {isGrouped(definition.columns) && columns !== null ? (
          <FilterList
            label="Groups that match all conditions"
            types={types}
            from={columns}
            parameters={parameters}
            filters={resultFilters}
            onFilters={(next) => onChange({ ...definition, resultFilters: next })}
          />
        ) : null}
      </Stack>
    </Section>
  );
}

/** The columns of a result as the fields of a type. */
const resultType = (result: QueryResult): QueryType => ({
  name: 'result',
  caption: 'Result',
  pluralCaption: 'Result',
  isSystem: true,
  isSource: false,
  fields: shownColumns(result)
    .filter(({ kind }) => kind !== 'reference')
    .map(({ key, caption, kind, unit }) => ({ name: key, caption, kind, unit: unit ?? null })),
  relations: [],
});
