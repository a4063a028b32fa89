import type { Asset } from '@twinward/contracts/assets/asset';
import { twinPath } from '../../shared/address/paths.ts';
import { formatCount } from '../../ui/format/format.ts';
import type { Column } from '../../ui/list/data-table.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { AssetIcon } from './asset-icon.tsx';
import { classLabel } from './classification.ts';

export const assetColumns: readonly Column<Asset>[] = [
  {
    id: 'name',
    header: 'Name',
    width: '32%',
    sort: { field: 'AssetName' },
    cell: (asset) => (
      <span title={asset.assetName}>
        <AssetIcon isEquipment={asset.isEquipment} />
        {asset.assetName}
      </span>
    ),
  },
  {
    id: 'uniqueId',
    header: 'Unique id',
    width: '18%',
    wide: true,
    sort: { field: 'UniqueId' },
    cell: (asset) => <span title={asset.uniqueId}>{asset.uniqueId}</span>,
  },
  {
    id: 'class',
    header: 'Class',
    wide: true,
    sort: { field: 'AssetClass' },
    cell: (asset) => <span title={classLabel(asset)}>{classLabel(asset) || '–'}</span>,
  },
  {
    id: 'criticality',
    header: 'Criticality',
    term: 'criticality',
    width: '112px',
    sort: { field: 'Criticality' },
    cell: (asset) => asset.criticality ?? '–',
  },
  {
    id: 'contents',
    header: 'Contents',
    numeric: true,
    wide: true,
    width: '96px',
    cell: (asset) => (asset.childCount === 0 ? '–' : formatCount(asset.childCount)),
  },
  {
    id: 'twin',
    header: 'Twin',
    wide: true,
    width: '88px',
    cell: (asset) => (asset.twinId === null ? '–' : <TextLink to={twinPath(asset.twinId)}>Open</TextLink>),
  },
];
