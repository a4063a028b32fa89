import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import type {
  QueryDefinition,
  SeriesAggregate,
  SeriesSource,
} from '@twinward/contracts/questions/query-definition';
import type { ReactNode } from 'react';
import { useTags } from '../../../shared/api/queries/use-tag.ts';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { TimeValueInput } from '../../../shared/query/time-value-input.tsx';
import { toChoices } from '../../../ui/form/choices.ts';
import { DurationInput } from '../../../ui/form/duration-input.tsx';
import { durationUnits } from '../../../ui/form/duration-value.ts';
import { Labelled } from '../../../ui/form/labelled.tsx';
import { SelectField } from '../../../ui/form/select-field.tsx';
import type { Types } from '../catalogue.ts';
import { seriesAggregateNames } from '../query-words.ts';
import { FilterList } from './filter-list.tsx';

/** Fields of a time series source: tags, time range and buckets. */
export function SeriesSourceFields({
  types,
  definition,
  source,
  onSource,
}: {
  types: Types;
  definition: QueryDefinition;
  source: SeriesSource;
  onSource: (source: SeriesSource) => void;
}): ReactNode {
  const change = (part: Partial<SeriesSource>): void => onSource({ ...source, ...part });
  const tagType = types.get('tag');
  return (
    <Stack spacing={3}>
      <ChosenTags ids={source.tagIds} onIds={(tagIds) => change({ tagIds })} />
      {tagType === undefined ? null : (
        <FilterList
          label="Also include tags that match all conditions"
          types={types}
          from={tagType}
          parameters={definition.parameters}
          filters={source.tagFilters}
          onFilters={(tagFilters) => change({ tagFilters })}
        />
      )}
      <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: 3 }}>
        <SelectField
          label="Bucket value"
          value={source.aggregate}
          choices={toChoices(seriesAggregateNames)}
          onChange={({ target }) => change({ aggregate: target.value as SeriesAggregate })}
        />
        <DurationInput
          label="Bucket length"
          units={durationUnits}
          value={source.bucket}
          onChange={(bucket) => change({ bucket: bucket ?? 'PT1H' })}
        />
        <TimeValueInput
          label="From"
          value={source.range.from}
          onChange={(from) => change({ range: { ...source.range, from: from ?? 'now-7d' } })}
        />
        <TimeValueInput
          label="To"
          value={source.range.to}
          onChange={(to) => change({ range: { ...source.range, to: to ?? 'now' } })}
        />
      </Box>
    </Stack>
  );
}

function ChosenTags({ ids, onIds }: { ids: readonly number[]; onIds: (ids: number[]) => void }): ReactNode {
  const found = useTags(ids);
  return (
    <Labelled label="Tags">
      {(id) => (
        <>
          {ids.length === 0 ? null : (
            <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, pb: 2 }}>
              {ids.map((tagId, place) => (
                <Chip
                  key={tagId}
                  size="small"
                  label={found[place]?.data?.name ?? `#${tagId}`}
                  onDelete={() => onIds(ids.filter((one) => one !== tagId))}
                />
              ))}
            </Stack>
          )}
          <TagPicker
            // Resets the picker after each choice.
            key={ids.length}
            id={id}
            tag={null}
            types={['data_point', 'calculated']}
            onTag={(tag) => {
              if (tag !== null && !ids.includes(tag.id)) onIds([...ids, tag.id]);
            }}
            renderInput={(parameters) => <TextField {...parameters} placeholder="Add a tag" />}
          />
        </>
      )}
    </Labelled>
  );
}
