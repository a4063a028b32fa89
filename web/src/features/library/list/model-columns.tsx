import Chip from '@mui/material/Chip';
import type { TwinModelSummary } from '@twinward/contracts/library/twin-model';
import { versionText } from '../../../shared/library/version-text.ts';
import { formatCount } from '../../../ui/format/format.ts';
import type { Column } from '../../../ui/list/data-table.tsx';

export const formatClass = ({ category, class: ofClass, type }: TwinModelSummary): string =>
  [category, ofClass, type].flatMap((term) => term?.caption ?? []).join(' - ');

/** The state of a model: 'Draft' if never published, 'With a draft' if published with a draft of the next version. */
export const describeState = ({ active, state, draftVersionId }: TwinModelSummary): string =>
  active ? (state === 'draft' ? 'Draft' : draftVersionId === null ? 'Published' : 'With a draft') : 'Retired';

export const modelColumns: readonly Column<TwinModelSummary>[] = [
  {
    id: 'name',
    header: 'Model',
    sort: { field: 'Name' },
    cell: ({ name }) => <span title={name}>{name}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    wide: true,
    width: '22%',
    sort: { field: 'Class' },
    cell: (model) => <span title={formatClass(model)}>{formatClass(model) || '–'}</span>,
  },
  {
    id: 'author',
    header: 'Author',
    wide: true,
    width: '13%',
    sort: { field: 'Author' },
    cell: ({ author }) => author || '–',
  },
  {
    id: 'manufacturer',
    header: 'Manufacturer',
    wide: true,
    width: '13%',
    sort: { field: 'Manufacturer' },
    cell: ({ manufacturer, model }) => [manufacturer, model].filter(Boolean).join(' ') || '–',
  },
  {
    id: 'version',
    header: 'Version',
    width: '88px',
    cell: (model) => (model.state === 'draft' ? '–' : versionText(model)),
  },
  {
    id: 'state',
    header: 'State',
    width: '112px',
    wide: true,
    cell: (model) => <Chip size="small" variant="outlined" label={describeState(model)} />,
  },
  {
    id: 'twins',
    header: 'Twins',
    numeric: true,
    width: '80px',
    wide: true,
    sort: { field: 'TwinCount', first: 'Descending' },
    cell: ({ twinCount }) => formatCount(twinCount),
  },
];
