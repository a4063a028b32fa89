import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import type { TagAlias } from '@twinward/contracts/twins/tag-alias';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { explorePath, mappingPath, tagsPath } from '../../../shared/address/paths.ts';
import { isUnknown, UnknownRecord } from '../../../shared/address/unknown-record.tsx';
import { useTwin } from '../../../shared/api/queries/use-twin.ts';
import { useTwinTagAliases } from '../../../shared/api/queries/use-twin-tag-aliases.ts';
import { TagPicker } from '../../../shared/pickers/tag-picker.tsx';
import { twinCrumbs } from '../../../shared/twin/twin-crumbs.ts';
import { Loaded } from '../../../ui/feedback/loaded.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import { type Column, DataTable } from '../../../ui/list/data-table.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { TextLink } from '../../../ui/page/text-link.tsx';

/** Lets the user choose a tag. Shown without a tag in the URL. */
export function ChooseTag({ twinId }: { twinId: number }): ReactNode {
  const navigate = useNavigate();
  const twin = useTwin(twinId);
  if (isUnknown(twin.error)) return <UnknownRecord />;
  return (
    <Page title="Explore" breadcrumbs={twinCrumbs(twinId, twin.data?.assetName)}>
      <Box sx={{ maxWidth: 480, pb: 5 }}>
        <TagPicker
          tag={null}
          twinId={twinId}
          types={['data_point', 'calculated', 'work']}
          renderInput={(input) => <TextField {...input} label="Tag" />}
          onTag={(tag) => tag && void navigate(explorePath(twinId, tag.id))}
        />
      </Box>
      <InputsToExplore twinId={twinId} />
    </Page>
  );
}

/** Links to the tags to which the inputs of a twin are mapped. */
function InputsToExplore({ twinId }: { twinId: number }): ReactNode {
  const aliases = useTwinTagAliases(twinId);
  return (
    <Section title="Inputs">
      <Loaded query={aliases} fallback="The inputs of the twin could not be loaded.">
        {(inputs) => {
          const mapped = inputs.filter(({ mappedTagId }) => mappedTagId !== null);
          if (mapped.length === 0)
            return (
              <EmptyState
                title="No input is mapped to a tag yet."
                hint="Tags that are mapped to inputs of the twin appear here."
                action={
                  <TextLink to={inputs.length === 0 ? tagsPath(twinId) : mappingPath(twinId)}>
                    {inputs.length === 0 ? 'Add inputs' : 'Map the inputs'}
                  </TextLink>
                }
              />
            );
          return (
            <DataTable
              label="Inputs"
              columns={inputColumns}
              rows={mapped}
              rowKey={({ id }) => id}
              rowTo={({ mappedTagId }) => explorePath(twinId, mappedTagId!)}
            />
          );
        }}
      </Loaded>
    </Section>
  );
}

const inputColumns: readonly Column<TagAlias>[] = [
  { id: 'name', header: 'Input', width: '40%', cell: ({ name }) => name },
  { id: 'tag', header: 'Tag', cell: ({ mappedTagName }) => mappedTagName ?? '–' },
];
