import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import type { AssetDetail } from '@twinward/contracts/assets/asset';
import { type ReactNode, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { twinPath, twinTabs } from '../../shared/address/paths.ts';
import { idIn, isUnknown, UnknownRecord } from '../../shared/address/unknown-record.tsx';
import { useTwin } from '../../shared/api/queries/use-twin.ts';
import { ConnectionName } from '../../shared/connection/connection-field.tsx';
import { SourceNote } from '../../shared/connection/source-note.tsx';
import { ImportButton } from '../../shared/import/import-button.tsx';
import { RelatedRecords } from '../../shared/link/related-records.tsx';
import { FurtherFacts } from '../../shared/record/further-facts.tsx';
import { useAccess } from '../../shared/session/session-context.tsx';
import { twinsCrumb } from '../../shared/twin/twin-crumbs.ts';
import { TwinMarks } from '../../shared/twin/twin-marks.tsx';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Time } from '../../ui/format/time.tsx';
import { ActionsMenu } from '../../ui/page/actions-menu.tsx';
import { Facts } from '../../ui/page/facts.tsx';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { type Crumb, Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useAsset, useDeleteAsset, useTaxonomy } from './api/assets.ts';
import { AssetContents } from './asset-contents.tsx';
import { AssetForm } from './asset-form.tsx';
import { AssetModels } from './asset-models.tsx';
import { AssetMtbf } from './asset-mtbf.tsx';
import { assetPath, assetsPath, assetTagsPath, belowPath } from './asset-paths.ts';
import { listFacts, newValues, toValues } from './asset-values.ts';
import { MoveAssetDialog } from './move-asset-dialog.tsx';

const assetsCrumb: Crumb = { label: 'Assets', to: assetsPath };

export const assetCrumbs = (asset: AssetDetail | undefined): Crumb[] => [
  assetsCrumb,
  ...(asset?.ancestors ?? []).map(({ id, assetName }) => ({ label: assetName, to: assetPath(id) })),
];

/** @param tagId the tag whose page is open; the tags tab is then active */
export const assetTabs = (assetId: number, tagId?: number) => [
  { label: 'Asset', to: assetPath(assetId) },
  { label: 'Tags', to: assetTagsPath(assetId, tagId) },
];

/** The page of an asset. The id `new` creates one. */
export function AssetPage(): ReactNode {
  const { assetId } = useParams();
  if (assetId === 'new') return <NewAsset />;
  const id = idIn(assetId);
  return id === null ? <UnknownRecord /> : <KnownAsset key={id} assetId={id} twinId={null} />;
}

/** The asset of a twin, as a page of the twin. */
export function TwinAssetPage(): ReactNode {
  const twinId = idIn(useParams().twinId);
  return twinId === null ? <UnknownRecord /> : <AssetOfTwin twinId={twinId} />;
}

function AssetOfTwin({ twinId }: { twinId: number }): ReactNode {
  const twin = useTwin(twinId);
  if (isUnknown(twin.error)) return <UnknownRecord />;
  if (twin.data !== undefined) return <KnownAsset assetId={twin.data.assetId} twinId={twinId} />;
  return (
    <Page title={twin.isError ? 'Twin' : ''}>
      <Loaded query={twin} rows={12} fallback="The twin could not be loaded.">
        {() => null}
      </Loaded>
    </Page>
  );
}

function NewAsset(): ReactNode {
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const parentId = idIn(parameters.get('in') ?? undefined);
  const parent = useAsset(parentId);
  const taxonomy = useTaxonomy();
  return (
    <Page title="Add asset" breadcrumbs={[assetsCrumb]}>
      <Loaded query={taxonomy} rows={12} fallback="The classes of equipment could not be loaded.">
        {(entries) =>
          parentId !== null && parent.isPending ? null : (
            <AssetForm
              asset={null}
              initial={newValues(
                parent.data ? { id: parent.data.id, assetName: parent.data.assetName } : null,
              )}
              taxonomy={entries}
              onSaved={(saved) => void navigate(assetPath(saved.id))}
              onCancel={() => void navigate(parentId === null ? assetsPath : belowPath(parentId))}
            />
          )
        }
      </Loaded>
    </Page>
  );
}

function KnownAsset({ assetId, twinId }: { assetId: number; twinId: number | null }): ReactNode {
  const found = useAsset(assetId);
  const [isEditing, setIsEditing] = useState(false);
  const mayWrite = useAccess('write:asset');
  if (isUnknown(found.error)) return <UnknownRecord />;
  const { data } = found;
  return (
    <Page
      title={data?.assetName ?? ''}
      breadcrumbs={twinId === null ? assetCrumbs(data) : [twinsCrumb]}
      state={
        <>
          {data && !data.isEquipment ? <Chip size="small" label="Location" /> : null}
          {twinId === null || data === undefined ? null : <TwinMarks twinId={twinId} name={data.assetName} />}
        </>
      }
      actions={
        data && !isEditing ? (
          <>
            <ImportButton />
            {mayWrite ? <Actions asset={data} onEdit={() => setIsEditing(true)} /> : null}
          </>
        ) : undefined
      }
      tabs={
        <LinkTabs
          label={twinId === null ? 'Asset' : 'Twin'}
          tabs={twinId === null ? assetTabs(assetId) : twinTabs(twinId)}
        />
      }
    >
      <Loaded query={found} rows={12} fallback="The asset could not be loaded.">
        {(asset) =>
          isEditing ? (
            <EditedAsset asset={asset} onDone={() => setIsEditing(false)} />
          ) : (
            <ShownAsset asset={asset} isOfTwin={twinId !== null} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** Keeps the asset that was current when editing began as the base of the form, despite later refetches. */
function EditedAsset({ asset, onDone }: { asset: AssetDetail; onDone: () => void }): ReactNode {
  const [began] = useState(asset);
  return (
    <Loaded query={useTaxonomy()} rows={12} fallback="The classes of equipment could not be loaded.">
      {(entries) => (
        <AssetForm
          asset={began}
          initial={toValues(began)}
          taxonomy={entries}
          onSaved={onDone}
          onCancel={onDone}
        />
      )}
    </Loaded>
  );
}

function ShownAsset({ asset, isOfTwin }: { asset: AssetDetail; isOfTwin: boolean }): ReactNode {
  const facts: (readonly [string, ReactNode])[] = listFacts(asset).filter(([, value]) => value !== '');
  if (asset.outOfServiceAt) {
    facts.push(['Out of service since', <Time key="out" value={asset.outOfServiceAt} />]);
  }
  if (asset.connectionId !== null) {
    facts.push(['Connection for work requests', <ConnectionName key="connection" id={asset.connectionId} />]);
  }
  if (asset.twinId !== null && !isOfTwin) {
    facts.push([
      'Twin',
      <TextLink key="twin" to={twinPath(asset.twinId)}>
        Open
      </TextLink>,
    ]);
  }
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' },
        columnGap: 10,
        rowGap: 5,
        alignItems: 'start',
      }}
    >
      <Box sx={{ display: 'grid', rowGap: 5, minWidth: 0 }}>
        <SourceNote source={asset.source} />
        <Section title="Facts">
          <Facts facts={facts} />
        </Section>
        <FurtherFacts type="asset" record={asset} />
        <AssetContents asset={asset} />
        <RelatedRecords type="asset" id={asset.id} />
      </Box>
      <Box sx={{ display: 'grid', rowGap: 5, minWidth: 0 }}>
        <AssetModels asset={asset} />
        <AssetMtbf asset={asset} />
      </Box>
    </Box>
  );
}

function Actions({ asset, onEdit }: { asset: AssetDetail; onEdit: () => void }): ReactNode {
  const navigate = useNavigate();
  const remove = useDeleteAsset(asset.id);
  const [isAsking, setIsAsking] = useState(false);
  const mayCreateTwin = useAccess('write:twin');
  const [isMoving, setIsMoving] = useState(false);
  const above = asset.parentId === null ? assetsPath : assetPath(asset.parentId);
  return (
    <>
      <Button variant="contained" onClick={onEdit}>
        Edit
      </Button>
      <ActionsMenu
        label={`More actions for ${asset.assetName}`}
        actions={[
          ...(asset.isEquipment && asset.twinId === null && mayCreateTwin
            ? [
                {
                  label: 'Create digital twin',
                  onChoose: () => void navigate('/apps/twins', { state: { assetOfTwin: asset } }),
                },
              ]
            : []),
          { label: 'Add child asset', to: `${assetPath('new')}?in=${asset.id}` },
          { label: 'Move', onChoose: () => setIsMoving(true) },
          { label: 'Show in tree', to: belowPath(asset.id) },
          { label: 'Delete', onChoose: () => setIsAsking(true) },
        ]}
      />
      {isMoving ? <MoveAssetDialog assetId={asset.id} onClose={() => setIsMoving(false)} /> : null}
      {isAsking ? (
        <ConfirmDialog
          title={`Delete ${asset.assetName}?`}
          yes="Delete"
          saving={remove}
          fallback="The asset could not be deleted."
          onYes={() => remove.mutate(undefined, { onSuccess: () => void navigate(above) })}
          onNo={() => setIsAsking(false)}
        >
          Its tags stay.
        </ConfirmDialog>
      ) : null}
    </>
  );
}
