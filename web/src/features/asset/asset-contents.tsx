import type { AssetDetail, AssetNode } from '@twinward/contracts/assets/asset';
import type { ReactNode } from 'react';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { type Column, DataTable } from '../../ui/list/data-table.tsx';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useChildren } from './api/assets.ts';
import { AssetIcon } from './asset-icon.tsx';
import { assetPath, belowPath } from './asset-paths.ts';

/** Maximum number of children shown here; the list shows all. */
const most = 10;

const columns: readonly Column<AssetNode>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (node) => (
      <span title={node.assetName}>
        <AssetIcon isEquipment={node.isEquipment} />
        {node.assetName}
      </span>
    ),
  },
  { id: 'uniqueId', header: 'Unique id', wide: true, cell: (node) => node.uniqueId },
  {
    id: 'contents',
    header: 'Contents',
    numeric: true,
    width: '96px',
    cell: (node) => (node.childCount === 0 ? '–' : formatCount(node.childCount)),
  },
];

/** The direct children of an asset. */
export function AssetContents({ asset }: { asset: AssetDetail }): ReactNode {
  const children = useChildren(asset.id, asset.childCount > 0);
  if (asset.childCount === 0) return null;
  return (
    <Section
      title="In this location"
      aside={
        <TextLink to={belowPath(asset.id)}>All {formatCount(asset.childCount)} and everything below</TextLink>
      }
    >
      <Loaded query={children} rows={4} fallback="The contents could not be loaded.">
        {({ pages }) => (
          <DataTable
            label="In this location"
            columns={columns}
            rows={(pages[0]?.records ?? []).slice(0, most)}
            rowKey={(node) => node.id}
            rowTo={(node) => assetPath(node.id)}
          />
        )}
      </Loaded>
    </Section>
  );
}
