import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { TagSummary } from '@twinward/contracts/signals/tag';
import { unitText } from '@twinward/domain/unit-text';
import { type ReactNode, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import type { ListAddressOptions } from '../../shared/address/list-address.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import { useFurtherColumns, useFurtherList } from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { TagDialog } from '../../shared/tag/tag-dialog.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import type { Column } from '../../ui/list/data-table.tsx';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { AddButton } from '../../ui/page/add-button.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { assetTagsBody, tagPageSize, useAssetTags, useExportAssetTags } from './api/asset-tags.ts';
import { useAsset } from './api/assets.ts';
import { tagImport } from './api/tag-imports.ts';
import { assetCrumbs, assetTabs } from './asset-page.tsx';
import { assetTagsPath } from './asset-paths.ts';
import { TagDetails } from './tag-details.tsx';

const types: Record<TagSummary['type'], string> = {
  data_point: 'Signal',
  calculated: 'Calculated',
  work: 'Work',
};

const columns: readonly Column<TagSummary>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '38%',
    sort: { field: 'Name' },
    cell: (tag) => <span title={tag.name}>{tag.name}</span>,
  },
  {
    id: 'caption',
    header: 'Caption',
    wide: true,
    sort: { field: 'Caption' },
    cell: (tag) => <span title={tag.caption}>{tag.caption}</span>,
  },
  { id: 'type', header: 'Type', width: '112px', sort: { field: 'Type' }, cell: (tag) => types[tag.type] },
  { id: 'unit', header: 'Unit', width: '88px', wide: true, cell: (tag) => unitText(tag.unit) ?? '–' },
];

const toName = ({ name }: TagSummary): string => name;

const options: ListAddressOptions<'search'> = {
  filterNames: ['search'],
  sortFields: ['Name', 'Caption', 'Type'],
  defaultSort: { field: 'Name', direction: 'Ascending' },
};

/** The tags of an asset, with details and the latest value of the selected one. */
export function AssetTagsPage(): ReactNode {
  const { assetId, tagId } = useParams();
  const id = idIn(assetId);
  if (id === null || (tagId !== undefined && idIn(tagId) === null)) return <UnknownRecord />;
  return <AssetTags assetId={id} tagId={idIn(tagId)} />;
}

function AssetTags({ assetId, tagId }: { assetId: number; tagId: number | null }): ReactNode {
  const asset = useAsset(assetId);
  const further = useFurtherList('tag', options, columns);
  const { list, complete } = further;
  const { search } = useLocation();
  const body = complete(assetTagsBody(assetId, list.filters.search, list.sort));
  const tags = useAssetTags(assetId, body, list.page);
  const shown = useFurtherColumns(further, tags.data?.records, columns);
  const selection = useSelection(toName);
  const mayWrite = useAccess('write:tag');
  const save = useExportAssetTags();
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const navigate = useNavigate();
  if (isUnknown(asset.error)) return <UnknownRecord />;
  return (
    <Page
      title={asset.data?.assetName ?? ''}
      breadcrumbs={assetCrumbs(asset.data)}
      actions={
        <>
          <ImportButton />
          {mayWrite ? (
            <AddButton
              variant="contained"
              disabled={asset.data === undefined}
              onClick={() => setIsAdding(true)}
            >
              New tag
            </AddButton>
          ) : null}
          <ActionsMenu
            label="More actions for tags"
            actions={[
              {
                label: 'Export to Excel',
                disabled: save.isPending,
                onChoose: () => save.mutate(body),
              },
              ...(mayWrite
                ? [
                    { label: 'Import tags', onChoose: () => setIsImporting(true) },
                    { label: 'Download template', onChoose: () => void tagImport.downloadTemplate() },
                  ]
                : []),
            ]}
          />
        </>
      }
      tabs={<LinkTabs label="Asset" tabs={assetTabs(assetId, tagId ?? undefined)} />}
    >
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: {
            xs: 'minmax(0, 1fr)',
            lg: tagId === null ? 'minmax(0, 1fr)' : 'minmax(0, 3fr) minmax(0, 2fr)',
          },
          columnGap: 10,
          rowGap: 5,
          alignItems: 'start',
        }}
      >
        <Box sx={{ minWidth: 0 }}>
          <ErrorState error={save.error} fallback="The tags could not be exported." />
          <FilterBar list={list} labels={{ search: (value) => `Contains “${value}”`, ...further.labels }}>
            <SearchFilter list={list} name="search" label="Name or caption" />
            {further.controls}
          </FilterBar>
          <SelectedRecords
            type="tag"
            label="Selected tags"
            chosen={selection.chosen}
            listed={tags.data?.records ?? []}
            onChosen={selection.choose}
          />
          <ListResults
            label="Tags"
            noun="tags"
            query={tags}
            list={list}
            pageSize={tagPageSize}
            columns={further.mayWrite ? [selection.column, ...shown] : shown}
            rowKey={(tag) => tag.id}
            rowTo={(tag) => `${assetTagsPath(assetId, tag.id)}${search}`}
            fallback="The tags could not be loaded."
            empty={
              <EmptyState
                title="No tags yet."
                hint="A tag is a signal, a calculation or a record of work that belongs to this asset."
                action={
                  mayWrite ? (
                    <Button variant="outlined" onClick={() => setIsAdding(true)}>
                      Add the first tag
                    </Button>
                  ) : null
                }
              />
            }
          />
        </Box>
        {tagId === null ? null : (
          <TagDetails key={tagId} tagId={tagId} assetId={assetId} twinId={asset.data?.twinId ?? null} />
        )}
      </Box>
      {isImporting ? <RowImportDialog kind={tagImport} onClose={() => setIsImporting(false)} /> : null}
      {isAdding ? (
        <TagDialog
          tag={null}
          assetIds={[assetId]}
          onSaved={(made) => void navigate(`${assetTagsPath(assetId, made.id)}${search}`)}
          onClose={() => setIsAdding(false)}
        />
      ) : null}
    </Page>
  );
}
