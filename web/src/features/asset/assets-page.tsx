import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useMutation } from '@tanstack/react-query';
import type { Asset } from '@twinward/contracts/assets/asset';
import type { ListBody } from '@twinward/contracts/core/list';
import { type ReactNode, useMemo, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { standardStructure, useChosenStructure } from '../../shared/api/queries/use-structures.ts';
import {
  type AssetFilterName,
  assetListBody,
  assetListOptions,
  classChoices,
  criticalityChoices,
  kindChoices,
  twinChoices,
} from '../../shared/asset/asset-filters.ts';
import { RowImportDialog } from '../../shared/import/row-import-dialog.tsx';
import { SelectedRecords } from '../../shared/record/selected-records.tsx';
import {
  type FurtherList,
  useFurtherColumns,
  useFurtherList,
} from '../../shared/record/use-further-list.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { findLabel } from '../../ui/form/choices.ts';
import { FilterBar } from '../../ui/list/filter-bar.tsx';
import { ChoiceFilter, SearchFilter } from '../../ui/list/filter-fields.tsx';
import { ListResults } from '../../ui/list/list-results.tsx';
import { useSelection } from '../../ui/list/use-selection.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { pageSize, useAssetList, useTaxonomy } from './api/assets.ts';
import { assetImport, downloadAssets } from './api/imports.ts';
import { tagImport } from './api/tag-imports.ts';
import { useWay } from './api/tree.ts';
import { assetColumns } from './asset-columns.tsx';
import { assetPath } from './asset-paths.ts';
import { AssetTree, type Dropped } from './asset-tree.tsx';
import { MoveAssetDialog } from './move-asset-dialog.tsx';
import { placeText, readPlace, type StructurePlace } from './place.ts';
import { StructureChoice } from './structure-choice.tsx';

/** The asset list beside the asset tree. Selecting a place lists the assets below it. */
export function AssetsPage(): ReactNode {
  const further = useFurtherList('asset', assetListOptions, assetColumns);
  const { list, complete } = further;
  const taxonomy = useTaxonomy().data ?? [];
  const chosen = readPlace(list.filters.in);
  const preferred = useChosenStructure().data?.name;
  const structure = chosen?.structure ?? preferred ?? standardStructure;
  const body = complete(assetListBody(list.filters, list.sort, taxonomy));
  const assets = useAssetList(body, list.page, chosen);
  const selection = useSelection(toName);
  const shown = useFurtherColumns(further, assets.data?.records, assetColumns);
  const columns = further.mayWrite ? [selection.column, ...shown] : shown;
  const [isTreeShown, setIsTreeShown] = useState(false);
  const [moved, setMoved] = useState<Dropped | null>(null);
  const mayWrite = useAccess('write:asset');
  return (
    <Page title="Assets" actions={<Actions place={chosen} body={body} />}>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '288px minmax(0, 1fr)' },
          columnGap: 8,
          alignItems: 'start',
        }}
      >
        <Box
          component="section"
          aria-label="Tree"
          sx={{
            position: { md: 'sticky' },
            top: 60,
            maxHeight: { md: 'calc(100dvh - 76px)' },
            overflow: 'auto',
            pb: 3,
          }}
        >
          <Button
            onClick={() => setIsTreeShown(!isTreeShown)}
            aria-expanded={isTreeShown}
            sx={{ display: { md: 'none' } }}
          >
            {isTreeShown ? 'Hide the tree' : 'Show the tree'}
          </Button>
          <Box sx={{ display: { xs: isTreeShown ? 'block' : 'none', md: 'block' } }}>
            <StructureChoice value={structure} onChange={() => list.setFilters({ in: undefined })} />
            <AssetTree
              key={structure}
              structure={structure}
              chosen={chosen}
              onMove={mayWrite && structure === standardStructure ? setMoved : null}
              onChoose={(place) => {
                const text = placeText(place);
                list.setFilters({ in: list.filters.in === text ? undefined : text });
              }}
            />
          </Box>
        </Box>
        <Box sx={{ minWidth: 0 }}>
          <Filters further={further} />
          <SelectedRecords
            type="asset"
            label="Selected assets"
            chosen={selection.chosen}
            listed={assets.data?.records ?? []}
            onChosen={selection.choose}
          />
          <ListResults
            label="Assets"
            noun="assets"
            query={assets}
            list={list}
            pageSize={pageSize}
            columns={columns}
            rowKey={(asset) => asset.id}
            rowTo={(asset) => assetPath(asset.id)}
            {...(mayWrite
              ? {
                  actions: {
                    label: (asset: Asset) => `Actions for ${asset.assetName}`,
                    of: (asset: Asset) => [
                      { label: 'Move', onChoose: () => setMoved({ assetId: asset.id }) },
                      { label: 'Add child asset', to: `${assetPath('new')}?in=${asset.id}` },
                    ],
                  },
                }
              : {})}
            fallback="The assets could not be loaded."
            empty={
              <EmptyState
                title="No assets yet."
                hint="An asset is a piece of equipment or a location. Add one or import a list."
                action={mayWrite ? <FirstAsset place={chosen} /> : null}
              />
            }
          />
        </Box>
      </Box>
      {moved === null ? null : <MoveAssetDialog {...moved} onClose={() => setMoved(null)} />}
    </Page>
  );
}

const toName = ({ assetName }: Asset): string => assetName;

const newAssetPath = (place: StructurePlace | null): string =>
  `${assetPath('new')}${place?.structure === standardStructure ? `?in=${place.id}` : ''}`;

/** The first steps for an empty list. */
const FirstAsset = ({ place }: { place: StructurePlace | null }): ReactNode => (
  <Stack direction="row" spacing={2}>
    <Button component={Link} to={newAssetPath(place)} variant="outlined">
      Add the first asset
    </Button>
    <Button component={Link} to="?upload=assets" variant="outlined">
      Import a list
    </Button>
  </Stack>
);

function Actions({ place, body }: { place: StructurePlace | null; body: ListBody }): ReactNode {
  const [parameters, setParameters] = useSearchParams();
  const mayWriteAssets = useAccess('write:asset');
  const mayWriteTags = useAccess('write:tag');
  const save = useMutation({ mutationFn: () => downloadAssets(body, place) });
  const show = (upload: 'assets' | 'tags' | null) =>
    setParameters((current) => {
      const next = new URLSearchParams(current);
      if (upload === null) next.delete('upload');
      else next.set('upload', upload);
      return next;
    });
  const shown = parameters.get('upload');
  return (
    <>
      <ErrorState error={save.error} fallback="The assets could not be exported." />
      {mayWriteAssets ? (
        <Button component={Link} to={newAssetPath(place)} variant="contained">
          Add asset
        </Button>
      ) : null}
      <ActionsMenu
        label="More actions for assets"
        actions={[
          { label: 'Export to Excel', onChoose: () => save.mutate() },
          ...(mayWriteAssets
            ? [
                { label: 'Import assets', onChoose: () => show('assets') },
                { label: 'Download template', onChoose: () => void assetImport.downloadTemplate() },
              ]
            : []),
          ...(mayWriteTags ? [{ label: 'Import tags', onChoose: () => show('tags') }] : []),
        ]}
      />
      {shown === 'tags' && mayWriteTags ? (
        <RowImportDialog kind={tagImport} onClose={() => show(null)} />
      ) : shown !== null && shown !== 'tags' && mayWriteAssets ? (
        <RowImportDialog kind={assetImport} onClose={() => show(null)} />
      ) : null}
    </>
  );
}

function Filters({
  further: { list, labels, controls },
}: {
  further: FurtherList<AssetFilterName>;
}): ReactNode {
  const { filters } = list;
  const taxonomy = useTaxonomy().data ?? [];
  const classes = useMemo(() => classChoices(taxonomy), [taxonomy]);
  const { title: place } = useWay(readPlace(filters.in));
  return (
    <FilterBar
      list={list}
      labels={{
        search: (value) => `Name or id contains “${value}”`,
        kind: (value) => findLabel(kindChoices, value),
        class: (value) => findLabel(classes, value),
        criticality: (value) => `Criticality ${findLabel(criticalityChoices, value)}`,
        twin: (value) => findLabel(twinChoices, value),
        in: () => `Below ${place ?? '…'}`,
        ...labels,
      }}
    >
      <SearchFilter list={list} name="search" label="Name or unique id" />
      <ChoiceFilter list={list} name="kind" label="Kind" choices={kindChoices} />
      <Box sx={{ display: 'flex', '& > *': { maxWidth: 200 } }}>
        <ChoiceFilter list={list} name="class" label="Class" choices={classes} />
      </Box>
      <ChoiceFilter list={list} name="criticality" label="Criticality" choices={criticalityChoices} />
      <ChoiceFilter list={list} name="twin" label="Twin" choices={twinChoices} />
      {controls}
    </FilterBar>
  );
}
