import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { UnitReview } from '@twinward/contracts/protections/input-unit';
import { unitText } from '@twinward/domain/unit-text';
import { type ReactNode, useMemo } from 'react';
import { type ListAddressOptions, useListAddress } from '../../shared/address/list-address.ts';
import { protectionPath, tagsPath, twinPath } from '../../shared/address/paths.ts';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import { Time } from '../../ui/format/time.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { Page } from '../../ui/page/page.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import {
  pageSize,
  type ReviewFilterName,
  reviewListBody,
  useMarkReview,
  useUnitReviews,
} from './unit-reviews.ts';

const options: ListAddressOptions<ReviewFilterName> = {
  filterNames: ['owner', 'name', 'state'],
  sortFields: ['OwnerName', 'Name', 'TagName', 'OldUnit', 'NewUnit', 'CreatedAt'],
  defaultSort: { field: 'OwnerName', direction: 'Ascending' },
};
const states = [
  { value: 'reviewed', label: 'Reviewed' },
  { value: 'all', label: 'All' },
];

/** `/settings/unit-reviews`: inputs whose unit was replaced by that of their tag in an upgrade. */
export function UnitReviewPage(): ReactNode {
  const list = useListAddress(options);
  const { filters } = list;
  const body = useMemo(() => reviewListBody(filters, list.sort), [filters, list.sort]);
  const mark = useMarkReview();
  return (
    <Page title="Units to review">
      <Typography sx={{ pb: 4, maxWidth: 720 }}>
        An upgrade gave these inputs the units of their tags, so results did not change. Check each limit. If
        the old unit was intended, edit the input and choose it again.
      </Typography>
      <FilterBar
        list={list}
        labels={{
          owner: (value) => `Owner contains “${value}”`,
          name: (value) => `Input contains “${value}”`,
          state: (value) => findLabel(states, value),
        }}
      >
        <SearchFilter list={list} name="owner" label="Owner" />
        <SearchFilter list={list} name="name" label="Input" />
        <ChoiceFilter list={list} name="state" label="State" choices={states} none="to review" />
      </FilterBar>
      <ErrorState error={mark.error} fallback="The review could not be saved." />
      <ListResults
        label="Units to review"
        noun="inputs"
        query={useUnitReviews(body, list.page)}
        list={list}
        pageSize={pageSize}
        columns={buildColumns((id, isReviewed) => mark.mutate({ id, isReviewed }), mark.isPending)}
        rowKey={({ id }) => id}
        fallback="The inputs could not be loaded."
        empty={<EmptyState title="No inputs to review." />}
      />
    </Page>
  );
}

const buildColumns = (
  onMark: (id: number, isReviewed: boolean) => void,
  busy: boolean,
): readonly Column<UnitReview>[] => [
  {
    id: 'owner',
    header: 'Owner',
    width: '18%',
    phoneWidth: '26%',
    wraps: true,
    sort: { field: 'OwnerName' },
    cell: ({ twinId, ownerName }) =>
      twinId === null ? ownerName : <TextLink to={twinPath(twinId)}>{ownerName}</TextLink>,
  },
  {
    id: 'name',
    header: 'Input',
    width: '16%',
    phoneWidth: '22%',
    sort: { field: 'Name' },
    cell: ({ twinId, name }) => (twinId === null ? name : <TextLink to={tagsPath(twinId)}>{name}</TextLink>),
  },
  {
    id: 'tag',
    header: 'Tag',
    wide: true,
    sort: { field: 'TagName' },
    cell: ({ tagName }) => tagName ?? 'Not mapped',
  },
  {
    id: 'units',
    header: 'Unit',
    width: '15%',
    phoneWidth: '22%',
    wraps: true,
    sort: { field: 'OldUnit' },
    cell: ({ oldUnit, newUnit, unit }) =>
      [
        `${unitText(oldUnit) ?? oldUnit} → ${unitText(newUnit) ?? newUnit}`,
        ...(unit === newUnit ? [] : [`now ${unitText(unit) ?? 'none'}`]),
      ].join(', '),
  },
  {
    id: 'protections',
    header: 'Protections',
    wide: true,
    cell: ({ protections }) =>
      protections.length === 0
        ? 'None'
        : protections.map(({ id, name }, index) => (
            <span key={id}>
              {index === 0 ? '' : ', '}
              <TextLink to={protectionPath(id)}>{name}</TextLink>
            </span>
          )),
  },
  {
    id: 'reviewed',
    header: 'Reviewed',
    width: '20%',
    phoneWidth: '30%',
    wraps: true,
    cell: ({ id, name, ownerName, reviewedAt, reviewedBy }) => (
      <>
        {reviewedAt === null ? null : (
          <>
            <Time value={reviewedAt} />
            {reviewedBy === null ? '' : ` by ${reviewedBy} `}
          </>
        )}
        <Button
          size="small"
          sx={{ ml: -1, px: 1, textAlign: 'left' }}
          disabled={busy}
          aria-label={`${reviewedAt === null ? 'Mark as reviewed' : 'Reopen'}: ${name} of ${ownerName}`}
          onClick={() => onMark(id, reviewedAt === null)}
        >
          {reviewedAt === null ? 'Mark as reviewed' : 'Reopen'}
        </Button>
      </>
    ),
  },
];
