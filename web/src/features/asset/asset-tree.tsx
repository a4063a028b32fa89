import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView';
import { TreeItem } from '@mui/x-tree-view/TreeItem';
import type { AssetNode } from '@twinward/contracts/assets/asset';
import { createContext, type DragEvent, type ReactNode, use, useState } from 'react';
import { ErrorState, LoadingRows } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { useAsset, useChildren } from './api/assets.ts';
import { AssetIcon } from './asset-icon.tsx';
import type { Place } from './parent-field.tsx';

/** The tree item that loads more children of a branch. */
const morePrefix = 'more-of-';

/** The dragged asset and its drop target. */
export interface Dropped {
  assetId: number;
  to?: Place;
}

/** Enables drag and drop of assets; null for users who may not move them. */
const MoveContext = createContext<((dropped: Dropped) => void) | null>(null);
/** The drag type; only items of a tree can be dropped in it. */
const draggedType = 'application/x-asset-id';

/** The asset tree. Each branch is loaded when it is expanded. */
export function AssetTree({
  chosen,
  onChoose,
  onMove,
}: {
  chosen: number | null;
  onChoose: (assetId: number) => void;
  onMove: ((dropped: Dropped) => void) | null;
}): ReactNode {
  const { data: place } = useAsset(chosen);
  const [opened, setOpened] = useState<string[]>([]);
  const [closed, setClosed] = useState<string[]>([]);
  const top = useChildren(null);
  // The ancestors of the selected asset are expanded until the user collapses them.
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
      <MoveContext value={onMove}>
        <Branch parent={null} expanded={expanded} />
      </MoveContext>
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
          label={`Show more (${formatCount(left)} left)`}
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
  const drag = useDrag(node);
  return (
    <TreeItem
      itemId={String(node.id)}
      // Without it, the accessible name would include all descendants.
      aria-label={`${node.isEquipment ? '' : 'Location '}${node.assetName}`}
      label={
        <Box
          component="span"
          {...drag}
          sx={{
            display: 'flex',
            alignItems: 'center',
            minWidth: 0,
            '&[data-over]': { outline: 2, outlineColor: 'primary.main' },
          }}
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
        // A branch that was not loaded yet is shown as expandable.
        <TreeItem itemId={`closed-${node.id}`} label="" />
      )}
    </TreeItem>
  );
}

/**
 * Makes an item of the tree draggable and a drop target. For keyboard users, 'Move' in the list and on the page does
 * the same.
 */
function useDrag(node: AssetNode) {
  const onMove = use(MoveContext);
  const [isOver, setIsOver] = useState(false);
  if (onMove === null) return {};
  return {
    draggable: true,
    'data-over': isOver ? '' : undefined,
    onDragStart: (event: DragEvent) => event.dataTransfer.setData(draggedType, String(node.id)),
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(draggedType)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      const assetId = Number(event.dataTransfer.getData(draggedType));
      if (assetId !== node.id) onMove({ assetId, to: { id: node.id, assetName: node.assetName } });
    },
  };
}
