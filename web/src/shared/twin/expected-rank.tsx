import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type {
  createDeviationTag,
  ExpectedInput,
  ExpectedValues,
} from '@twinward/contracts/protections/expected-value';
import { type ReactNode, useState } from 'react';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { formatPercent } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { explorePath } from '../address/paths.ts';
import { useApiMutation } from '../api/api-mutation.ts';
import { useAccess } from '../session/session-context.tsx';

/** Number of inputs that are initially listed. */
const inputsAtFirst = 5;

/** The inputs of a pattern protection, ordered by their deviation from the expected values in a range. */
export function ExpectedRank({
  twinId,
  protection: { id, name },
  values,
}: {
  twinId: number;
  protection: { id: number; name: string };
  values: ExpectedValues;
}): ReactNode {
  const mayWrite = useAccess('write:tag');
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? values.inputs : values.inputs.slice(0, inputsAtFirst);
  const create = useApiMutation<typeof createDeviationTag, ExpectedInput>(
    'POST /api/indicators/:id/deviation-tags',
    {
      toCall: ({ tagAliasId }) => ({ params: { id }, body: { tagAliasId } }),
      renews: ['tags', 'protections'],
      renewsOnFailure: true,
    },
  );
  const columns: Column<ExpectedInput>[] = [
    {
      id: 'input',
      header: 'Input',
      cell: ({ tagId, tagAliasName }) => (
        <TextLink to={explorePath(twinId, tagId)} color="inherit">
          {tagAliasName}
        </TextLink>
      ),
      wraps: true,
    },
    {
      id: 'outside',
      header: 'Outside its band',
      numeric: true,
      cell: ({ outside }) => (outside === null ? 'no value' : formatPercent(100 * outside)),
    },
    {
      id: 'excess',
      header: 'Mean deviation',
      numeric: true,
      cell: ({ excess }) => (excess === null ? '' : `${excess.toFixed(1)} × band`),
      wide: true,
    },
    {
      id: 'tag',
      header: 'Deviation tag',
      cell: (input) =>
        input.deviationTagId !== null ? (
          <TextLink to={explorePath(twinId, input.deviationTagId)}>Explore</TextLink>
        ) : mayWrite ? (
          <Button
            size="small"
            aria-label={`Create a tag of the deviation of ${input.tagAliasName}`}
            disabled={create.isPending}
            onClick={() => create.mutate(input)}
          >
            {' '}
            Create a tag{' '}
          </Button>
        ) : (
          'none'
        ),
    },
  ];
  return (
    <Section title="Largest deviations in this range">
      <Muted sx={{ pb: 1 }}>
        Compares each input with its expected value, given the other inputs, by version {values.version} of{' '}
        {name}. In normal running, an input is outside its band about 5 % of the time.
      </Muted>
      <ErrorState error={create.error} fallback="The tag could not be created." />
      <Box sx={{ overflowX: 'clip' }}>
        <DataTable
          label={`Inputs of ${name} by deviation`}
          columns={columns}
          rows={shown}
          rowKey={({ tagAliasId }) => tagAliasId}
        />
      </Box>
      {values.inputs.length > shown.length ? (
        <Button aria-label={`Show all inputs of ${name} by deviation`} onClick={() => setIsWhole(true)}>
          Show all {values.inputs.length} inputs
        </Button>
      ) : null}
    </Section>
  );
}
