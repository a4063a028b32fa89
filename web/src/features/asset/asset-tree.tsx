import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView';
import { TreeItem } from '@mui/x-tree-view/TreeItem';
import type { AssetNode } from '@twinward/contracts/asset';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../ui/format.ts';
import { ErrorState, LoadingRows } from '../../ui/states.tsx';
import { useAsset, useChildren } from './api/assets.ts';
import { AssetIcon } from './asset-icon.tsx';

/** The item that shows further lines of a branch, or of the top. */
const morePrefix = 'more-of-';

/** Locations and what stands in them, each branch read when it is opened. */
export function AssetTree({
  chosen,
  onChoose,
}: {
  chosen: number | null;
  onChoose: (assetId: number) => void;
}): ReactNode {
  const { data: place } = useAsset(chosen);
  const [opened, setOpened] = useState<string[]>([]);
  const [closed, setClosed] = useState<string[]>([]);
  const top = useChildren(null);
  // What the chosen one stands in is open until it is closed.
  const onWay = (place?.ancestors ?? []).map(({ id }) => String(id)).filter((id) => !closed.includes(id));
  const expanded = [...new Set([...opened, ...onWay])];
  if (top.isError && top.data === undefined)
    return (
      <ErrorState
        error={top.error}
        fallback="The tree could not be loaded."
        onRetry={() => void top.refetch()}
      />
    );
  if (top.data === undefined) return <LoadingRows rows={8} />;
  return (
    <SimpleTreeView
      aria-label="Locations and equipment"
      expansionTrigger="iconContainer"
      expandedItems={expanded}
      selectedItems={chosen === null ? null : String(chosen)}
      onExpandedItemsChange={(_, ids) => {
        setClosed([
          ...closed.filter((id) => !ids.includes(id)),
          ...expanded.filter((id) => !ids.includes(id)),
        ]);
        setOpened(ids);
      }}
      onSelectedItemsChange={(_, id) => {
        if (id !== null && !id.startsWith(morePrefix)) onChoose(Number(id));
      }}
      sx={{
        '& .MuiTreeItem-content': { py: 0.5, gap: 1 },
        '& .MuiTreeItem-label': { fontSize: '0.8125rem' },
      }}
    >
      <Branch parent={null} expanded={expanded} />
    </SimpleTreeView>
  );
}

function Branch({ parent, expanded }: { parent: number | null; expanded: readonly string[] }): ReactNode {
  const children = useChildren(parent);
  const pages = children.data?.pages;
  const nodes = pages?.flatMap(({ records }) => records) ?? [];
  const left = (pages?.[0]?.total ?? 0) - nodes.length;
  if (pages === undefined) {
    return (
      <TreeItem
        itemId={`loading-${parent}`}
        disabled
        label={children.isError ? 'This could not be loaded.' : 'Loading...'}
      />
    );
  }
  return (
    <>
      {nodes.map((node) => (
        <Node key={node.id} node={node} expanded={expanded} />
      ))}
      {children.hasNextPage ? (
        <TreeItem
          itemId={`${morePrefix}${parent ?? 'top'}`}
          label={`Show more of ${formatCount(left)} left`}
          onClick={() => void children.fetchNextPage()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') void children.fetchNextPage();
          }}
          sx={{ '& > .MuiTreeItem-content .MuiTreeItem-label': { color: 'primary.main' } }}
        />
      ) : null}
    </>
  );
}

function Node({ node, expanded }: { node: AssetNode; expanded: readonly string[] }): ReactNode {
  const isOpen = expanded.includes(String(node.id));
  return (
    <TreeItem
      itemId={String(node.id)}
      // Else it would be called by all that stands in it.
      aria-label={`${node.isEquipment ? '' : 'Location '}${node.assetName}`}
      label={
        <Box
          component="span"
          sx={{ display: 'flex', alignItems: 'center', minWidth: 0 }}
          title={node.assetName}
        >
          <AssetIcon isEquipment={node.isEquipment} />
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {node.assetName}
          </Box>
          {node.childCount === 0 ? null : (
            <Typography
              component="span"
              variant="body2"
              sx={{ color: 'text.secondary', pl: 2, fontVariantNumeric: 'tabular-nums' }}
            >
              {formatCount(node.childCount)}
            </Typography>
          )}
        </Box>
      }
    >
      {node.childCount === 0 ? null : isOpen ? (
        <Branch parent={node.id} expanded={expanded} />
      ) : (
        // A branch that was not opened yet has something in it.
        <TreeItem itemId={`closed-${node.id}`} label="" />
      )}
    </TreeItem>
  );
}
