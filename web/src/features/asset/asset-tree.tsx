import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { SimpleTreeView } from '@mui/x-tree-view/SimpleTreeView';
import { TreeItem } from '@mui/x-tree-view/TreeItem';
import { createContext, type DragEvent, type ReactNode, use, useState } from 'react';
import { standardStructure } from '../../shared/api/queries/use-structures.ts';
import { QueryError } from '../../ui/feedback/loaded.tsx';
import { LoadingRows } from '../../ui/feedback/states.tsx';
import { formatCount } from '../../ui/format/format.ts';
import { nodeKey, type TreeNode, useBranch, useWay } from './api/tree.ts';
import { AssetIcon } from './asset-icon.tsx';
import type { Place } from './parent-field.tsx';
import type { StructurePlace } from './place.ts';

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

/** The tree of a structure. Each branch is loaded when it is expanded. */
export function AssetTree({
  structure,
  chosen,
  onChoose,
  onMove,
}: {
  structure: string;
  chosen: StructurePlace | null;
  onChoose: (place: StructurePlace) => void;
  onMove: ((dropped: Dropped) => void) | null;
}): ReactNode {
  const { above } = useWay(chosen);
  const [opened, setOpened] = useState<string[]>([]);
  const [closed, setClosed] = useState<string[]>([]);
  const top = useBranch(structure, null);
  // Ancestors of the selected place are expanded unless the user has collapsed them.
  const onWay = above.filter((key) => !closed.includes(key));
  const expanded = [...new Set([...opened, ...onWay])];
  if (top.isError && top.nodes === undefined)
    return <QueryError query={top} fallback="The tree could not be loaded." />;
  if (top.nodes === undefined) return <LoadingRows rows={8} />;
  if (top.nodes.length === 0 && structure !== standardStructure)
    return <Typography variant="body2">This structure is empty.</Typography>;
  return (
    <SimpleTreeView
      aria-label="Locations and equipment"
      expansionTrigger="iconContainer"
      expandedItems={expanded}
      selectedItems={chosen === null ? null : nodeKey(chosen)}
      onExpandedItemsChange={(_, ids) => {
        setClosed([
          ...closed.filter((id) => !ids.includes(id)),
          ...expanded.filter((id) => !ids.includes(id)),
        ]);
        setOpened(ids);
      }}
      onSelectedItemsChange={(_, key) => {
        if (key === null || key.startsWith(morePrefix)) return;
        const at = key.lastIndexOf('.');
        onChoose({ structure, type: key.slice(0, at), id: Number(key.slice(at + 1)) });
      }}
      sx={{
        '& .MuiTreeItem-content': { py: 0.5, gap: 1 },
        '& .MuiTreeItem-label': { fontSize: '0.8125rem' },
      }}
    >
      <MoveContext value={onMove}>
        <Branch structure={structure} parent={null} expanded={expanded} />
      </MoveContext>
    </SimpleTreeView>
  );
}

function Branch({
  structure,
  parent,
  expanded,
}: {
  structure: string;
  parent: TreeNode | null;
  expanded: readonly string[];
}): ReactNode {
  const { nodes, total, isError, hasNextPage, fetchNextPage } = useBranch(
    structure,
    parent && { type: parent.type, id: parent.id },
  );
  const name = parent === null ? 'top' : nodeKey(parent);
  if (nodes === undefined) {
    return (
      <TreeItem
        itemId={`loading-${name}`}
        disabled
        label={isError ? 'This could not be loaded.' : 'Loading...'}
      />
    );
  }
  return (
    <>
      {nodes.map((node) => (
        <Node key={nodeKey(node)} structure={structure} node={node} expanded={expanded} />
      ))}
      {hasNextPage ? (
        <TreeItem
          itemId={`${morePrefix}${name}`}
          label={`Show more (${formatCount(total - nodes.length)} left)`}
          onClick={() => void fetchNextPage()}
          onKeyDown={(event) => {
            if (event.key === 'Enter' || event.key === ' ') void fetchNextPage();
          }}
          sx={{ '& > .MuiTreeItem-content .MuiTreeItem-label': { color: 'primary.main' } }}
        />
      ) : null}
    </>
  );
}

function Node({
  structure,
  node,
  expanded,
}: {
  structure: string;
  node: TreeNode;
  expanded: readonly string[];
}): ReactNode {
  const key = nodeKey(node);
  const isOpen = expanded.includes(key);
  const drag = useDrag(node);
  return (
    <TreeItem
      itemId={key}
      // Without it, the accessible name would include all descendants.
      aria-label={`${node.isEquipment === false ? 'Location ' : ''}${node.title}`}
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
          title={node.title}
        >
          {node.isEquipment === null ? null : <AssetIcon isEquipment={node.isEquipment} />}
          <Box component="span" sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
            {node.title}
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
        <Branch structure={structure} parent={node} expanded={expanded} />
      ) : (
        // Placeholder, so that a branch is expandable before it is loaded.
        <TreeItem itemId={`closed-${key}`} label="" />
      )}
    </TreeItem>
  );
}

/**
 * Makes an item of the tree draggable and a drop target. 'Move' in the list and on the page is the alternative for
 * keyboard users.
 */
function useDrag(node: TreeNode) {
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
      if (assetId !== node.id) onMove({ assetId, to: { id: node.id, assetName: node.title } });
    },
  };
}
