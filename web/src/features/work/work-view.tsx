import { mdiFileDownloadOutline, mdiFileUploadOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Work, WorkTotals } from '@twinward/contracts/assets/work';
import type { ListBody } from '@twinward/contracts/core/list';
import { listFormats } from '@twinward/contracts/core/list-export';
import { DAY, durationToDays } from '@twinward/domain/duration';
import { type ReactNode, useMemo, useState } from 'react';
import { useOldestWork } from '../../shared/api/queries/use-data-extent.ts';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import {
  type FurtherList,
  useFurtherColumns,
  useFurtherList,
} from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { kindLabels, workColumns } from '../../shared/work/work-columns.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { findLabel, toChoices } from '../../ui/form/choices.ts';
import { formatCount, formatMoney, formatSpan } from '../../ui/format/format.ts';
import { Time } from '../../ui/format/time.tsx';
import { useTimeZone } from '../../ui/format/time-zone.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, DayFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { workImport } from './api/imports.ts';
import { pageSize, useExportWork, useWork, useWorkTotals } from './api/work.ts';
import { WorkDialog } from './work-dialog.tsx';
import type { WorkTag } from './work-form-fields.tsx';
import {
  isWorkMode,
  modeLabels,
  type WorkFilterName,
  type WorkMode,
  workListBody,
  workListOptions,
} from './work-list.ts';
import { WorkTimeline } from './work-timeline.tsx';

const kindChoices = toChoices(kindLabels);
const stateChoices = [
  { value: 'completed', label: modeLabels.completed },
  { value: 'planned', label: modeLabels.planned },
];

const toName = ({ name }: Work): string => name;

/** The work under some tags: totals, time line and table, with actions to create, import and export. */
export function WorkView({
  tags,
  mode = null,
  fileName,
  modes = null,
}: {
  tags: readonly WorkTag[];
  /** Null if the mode is a normal filter. */
  mode?: WorkMode | null;
  /** File name of an exported list, without extension. */
  fileName: string;
  /** Link to another mode. */
  modes?: ReactNode;
}): ReactNode {
  const timeZone = useTimeZone();
  const further = useFurtherList('work', workListOptions, workColumns);
  const { list, complete } = further;
  const tagIds = useMemo(() => tags.map(({ tagId }) => tagId), [tags]);
  const { filters, sort } = list;
  const shown = mode ?? toMode(filters.state);
  const body = complete(workListBody(tagIds, shown, { filters, sort }, timeZone));
  const work = useWork(body, list.page, true);
  const selection = useSelection(toName);
  const listed = useFurtherColumns(further, work.data?.records, workColumns);
  const mayRecord = useAccess('write:work');
  const [opened, setOpened] = useState<Work | 'new' | null>(null);
  return (
    <>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 3, pb: 3 }}>
        {modes}
        <WorkActions body={body} fileName={fileName} onRecord={() => setOpened('new')} />
      </Stack>
      <WorkFilters further={further} withState={mode === null} />
      <Totals body={body} tagIds={tagIds} />
      <SelectedRecords
        type="work"
        label="Selected work"
        chosen={selection.chosen}
        listed={work.data?.records ?? []}
        onChosen={selection.choose}
      />
      <WorkTimeline work={work.data?.records ?? []} onOpen={setOpened} />
      <ListResults
        label="Work"
        noun="items of work"
        query={work}
        list={list}
        pageSize={pageSize}
        columns={further.mayWrite ? [selection.column, ...listed] : listed}
        rowKey={({ id }) => id}
        onOpen={setOpened}
        fallback="The work could not be loaded."
        empty={
          <EmptyState
            title={shown === 'planned' ? 'No planned work.' : 'No work yet.'}
            hint="Work that you record or import, or that comes from a maintenance system, is listed here."
            action={
              mayRecord ? (
                <Button variant="outlined" onClick={() => setOpened('new')}>
                  Record the first work
                </Button>
              ) : null
            }
          />
        }
      />
      {opened === null ? null : (
        <WorkDialog
          key={opened === 'new' ? 'new' : opened.id}
          work={opened === 'new' ? null : opened}
          tags={tags}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function WorkActions({
  body,
  fileName,
  onRecord,
}: {
  body: ListBody;
  fileName: string;
  onRecord: () => void;
}): ReactNode {
  const mayWrite = useAccess('write:work');
  const save = useExportWork();
  const timeZone = useTimeZone();
  const [isImporting, setIsImporting] = useState(false);
  const importAction = {
    label: 'Import',
    icon: mdiFileUploadOutline,
    onChoose: () => setIsImporting(true),
  };
  return (
    <Stack direction="row" spacing={2} sx={{ ml: 'auto', alignItems: 'center' }}>
      <ErrorState error={save.error} fallback="The work could not be exported." />
      {mayWrite ? (
        <AddButton variant="contained" onClick={onRecord}>
          Record work
        </AddButton>
      ) : null}
      <ActionsMenu
        label="More actions for work"
        actions={[
          ...(mayWrite ? [importAction] : []),
          ...listFormats.map((format) => ({
            label: `Export as ${format}`,
            icon: mdiFileDownloadOutline,
            disabled: save.isPending,
            onChoose: () => save.mutate({ body, fileName, format }),
          })),
        ]}
      />
      {isImporting ? (
        <RowImportDialog kind={workImport(timeZone)} onClose={() => setIsImporting(false)} />
      ) : null}
    </Stack>
  );
}

const toMode = (state: string | undefined): WorkMode =>
  state !== undefined && isWorkMode(state) ? state : 'all';

function WorkFilters({
  further: { list, labels, controls },
  withState,
}: {
  further: FurtherList<WorkFilterName>;
  withState: boolean;
}): ReactNode {
  return (
    <FilterBar
      list={list}
      labels={{
        search: (text) => `Contains ${text}`,
        state: (state) => modeLabels[toMode(state)],
        kind: (kind) => findLabel(kindChoices, kind),
        from: (day) => `From ${day}`,
        to: (day) => `To ${day}`,
        ...labels,
      }}
    >
      <SearchFilter list={list} name="search" label="Name or order number" />
      {withState ? <ChoiceFilter list={list} name="state" label="State" choices={stateChoices} /> : null}
      <ChoiceFilter list={list} name="kind" label="Kind" choices={kindChoices} />
      <DayFilter list={list} name="from" label="From" />
      <DayFilter list={list} name="to" label="To" />
      {controls}
    </FilterBar>
  );
}

function Totals({ body, tagIds }: { body: ListBody; tagIds: readonly number[] }): ReactNode {
  const totals = useWorkTotals(body, true);
  const oldest = useOldestWork(tagIds);
  const latest = useWork(latestBody(tagIds), 1, true);
  if (totals.data === undefined) return null;
  const figures: readonly (readonly [string, ReactNode])[] = [
    ...listFigures(totals.data),
    ['Oldest', <Time key="oldest" value={oldest.data?.time ?? null} />],
    ['Latest completed', <Time key="latest" value={latest.data?.records[0]?.completed ?? null} />],
  ];
  return (
    <Box
      component="dl"
      aria-label="Totals"
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 8, rowGap: 2, m: 0, pb: 4 }}
    >
      {figures.map(([label, value]) => (
        <div key={label}>
          <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}

const latestBody = (tagIds: readonly number[]): ListBody => ({
  filters: [
    { field: 'TagId', operator: 'In', value: [...tagIds], dataType: 'N' },
    { field: 'Completed', operator: 'IsNotNull', dataType: 'D' },
  ],
  sorts: [{ field: 'Completed', direction: 'Descending' }],
});

const listFigures = (totals: WorkTotals): [string, string][] => [
  ['Items', formatCount(totals.count)],
  ['Completed', formatCount(totals.completed)],
  ['Corrective jobs completed', formatCount(totals.failures)],
  ['Cost', formatMoney(totals.cost)],
  ['Duration', formatSpan(durationToDays(totals.duration) * DAY)],
];
