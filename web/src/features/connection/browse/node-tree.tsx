import {
  mdiCheckboxBlankOutline,
  mdiCheckboxMarked,
  mdiChevronDown,
  mdiChevronRight,
  mdiMinusBox,
} from '@mdi/js';
import Box from '@mui/material/Box';
import { type KeyboardEvent, type MouseEvent, type ReactNode, useId, useRef, useState } from 'react';
import { failureMessage } from '../../../ui/feedback/failure.ts';
import { formatNumber } from '../../../ui/format/format.ts';
import { Time } from '../../../ui/format/time.tsx';
import { Icon } from '../../../ui/page/icon.tsx';
import { isChoosable, type TreeRow } from './tree-rows.ts';
import type { Tree } from './use-tree.ts';

type NodeRow = TreeRow & { kind: 'node' };

export interface Choice {
  has(source: string): boolean;
  /** Selects or deselects nodes. */
  set(rows: readonly NodeRow[], isChosen: boolean): void;
}

/** Height of each row in pixels. Must be equal for virtual rows. */
const rowHeight = 36;
const treeHeight = 560;
const margin = 10;

/**
 * A tree of the folders and values of a system. Arrow keys move, Right and Left expand and collapse, Space selects. On
 * a folder, Space selects its loaded values.
 */
export function NodeTree({ tree, choice }: { tree: Tree; choice: Choice }): ReactNode {
  const { rows } = tree;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [lastActive, setLastActive] = useState<{ key: string; index: number } | null>(null);
  const found = rows.findIndex(({ key }) => key === lastActive?.key);
  // If the active row was replaced, as after 'Show more', the row at its index becomes active.
  const active = found >= 0 ? found : Math.min(lastActive?.index ?? 0, Math.max(0, rows.length - 1));
  const first = Math.max(0, Math.floor(top / rowHeight) - margin);
  const shown = rows.slice(first, first + Math.ceil(treeHeight / rowHeight) + 2 * margin);

  const listChoosable = (folder: NodeRow): NodeRow[] =>
    rows.filter(
      (row): row is NodeRow =>
        row.kind === 'node' && row.key === `${folder.key}\n${row.node.source}` && isChoosable(row.node),
    );
  const toggleOpen = (row: NodeRow): void =>
    row.isOpen ? tree.close(row.key) : tree.open(row.key, row.node.source);
  const toggleChosen = (row: NodeRow): void => {
    if (isChoosable(row.node)) choice.set([row], !choice.has(row.node.source));
    else if (row.node.isFolder && !row.isOpen) tree.open(row.key, row.node.source);
    else if (row.node.isFolder) {
      const within = listChoosable(row);
      choice.set(within, !within.every(({ node }) => choice.has(node.source)));
    }
  };
  const activate = (row: TreeRow | undefined): void => {
    if (row?.kind === 'node') row.node.isFolder ? toggleOpen(row) : toggleChosen(row);
    else if (row?.kind === 'more') tree.showMore(row.folder, row.next);
    else if (row?.kind === 'error') tree.retry(row.folder);
  };
  const moveTo = (index: number): void => {
    const row = rows[Math.min(Math.max(index, 0), rows.length - 1)];
    if (row === undefined || box.current === null) return;
    setLastActive({ key: row.key, index: rows.indexOf(row) });
    const at = rows.indexOf(row) * rowHeight;
    const { scrollTop } = box.current;
    if (at < scrollTop) box.current.scrollTop = at;
    else if (at + rowHeight > scrollTop + box.current.clientHeight)
      box.current.scrollTop = at + rowHeight - box.current.clientHeight;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[active];
    const isNode = row?.kind === 'node';
    const keys: Record<string, () => void> = {
      ArrowDown: () => moveTo(active + 1),
      ArrowUp: () => moveTo(active - 1),
      Home: () => moveTo(0),
      End: () => moveTo(rows.length - 1),
      ArrowRight: () => {
        if (isNode && row.node.isFolder && !row.isOpen) toggleOpen(row);
        else if (isNode && row.isOpen) moveTo(active + 1);
      },
      ArrowLeft: () => {
        if (isNode && row.isOpen) toggleOpen(row);
        else moveTo(rows.findLastIndex((each, index) => index < active && each.level < (row?.level ?? 0)));
      },
      Enter: () => activate(row),
      ' ': () => (isNode ? toggleChosen(row) : activate(row)),
    };
    const act = keys[event.key];
    if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  const checkedState = (row: NodeRow): boolean | 'mixed' | undefined => {
    if (isChoosable(row.node)) return choice.has(row.node.source);
    if (!row.node.isFolder || !row.isOpen) return undefined;
    const within = listChoosable(row);
    if (within.length === 0) return undefined;
    const chosen = within.filter(({ node }) => choice.has(node.source)).length;
    return chosen === 0 ? false : chosen === within.length ? true : 'mixed';
  };

  return (
    <Box
      ref={box}
      role="tree"
      aria-label="Sources of the system"
      aria-multiselectable
      tabIndex={0}
      {...(rows[active] === undefined ? {} : { 'aria-activedescendant': `${id}-${active}` })}
      onKeyDown={onKeyDown}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      sx={{
        maxHeight: treeHeight,
        overflow: 'auto',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        '&:focus-visible [data-active=true]': { outline: '2px solid', outlineOffset: -2 },
      }}
    >
      <Box role="none" sx={{ height: rows.length * rowHeight, position: 'relative' }}>
        {shown.map((row, index) => (
          <Row
            key={row.key}
            id={`${id}-${first + index}`}
            row={row}
            top={(first + index) * rowHeight}
            isActive={first + index === active}
            isChosen={row.kind === 'node' ? checkedState(row) : undefined}
            onClick={(event) => {
              setLastActive({ key: row.key, index: first + index });
              const isBox = (event.target as Element).closest('[data-box]') !== null;
              if (row.kind === 'node' && isBox) toggleChosen(row);
              else activate(row);
            }}
          />
        ))}
      </Box>
    </Box>
  );
}

function Row({
  id,
  row,
  top,
  isActive,
  isChosen,
  onClick,
}: {
  id: string;
  row: TreeRow;
  top: number;
  isActive: boolean;
  isChosen: boolean | 'mixed' | undefined;
  onClick: (event: MouseEvent) => void;
}): ReactNode {
  const isNode = row.kind === 'node';
  return (
    <Box
      id={id}
      role="treeitem"
      aria-level={row.level}
      data-active={isActive}
      {...(isNode ? { 'aria-posinset': row.position, 'aria-setsize': row.siblings } : {})}
      {...(isNode && row.node.isFolder ? { 'aria-expanded': row.isOpen } : {})}
      {...(isChosen === undefined ? {} : { 'aria-checked': isChosen })}
      onClick={onClick}
      sx={{
        position: 'absolute',
        top,
        left: 0,
        right: 0,
        height: rowHeight,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        pl: `${8 + (row.level - 1) * 20}px`,
        pr: 3,
        cursor: 'pointer',
        fontSize: '0.8125rem',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      {isNode ? <NodeCells row={row} isChosen={isChosen} /> : <OtherRow row={row} />}
    </Box>
  );
}

const boxes = new Map<boolean | 'mixed', string>([
  [true, mdiCheckboxMarked],
  [false, mdiCheckboxBlankOutline],
  ['mixed', mdiMinusBox],
]);

function NodeCells({
  row: { node, isOpen },
  isChosen,
}: {
  row: NodeRow;
  isChosen: boolean | 'mixed' | undefined;
}): ReactNode {
  const { name, description, unit, value, time, isFolder, tagId } = node;
  return (
    <>
      <Box sx={{ width: 20, flexShrink: 0, display: 'flex' }}>
        {isFolder ? <Icon path={isOpen ? mdiChevronDown : mdiChevronRight} /> : null}
      </Box>
      <Box
        data-box
        sx={{ width: 20, flexShrink: 0, display: 'flex', color: isChosen ? 'primary.main' : 'inherit' }}
      >
        {isChosen === undefined ? null : <Icon path={boxes.get(isChosen)!} />}
      </Box>
      <Box title={name} sx={{ ...oneLine, flexShrink: 1, fontWeight: isFolder ? 600 : 400 }}>
        {name}
      </Box>
      <Box
        title={description}
        sx={{ ...oneLine, flex: 1, color: 'text.secondary', display: { xs: 'none', md: 'block' } }}
      >
        {description === name ? '' : description}
      </Box>
      <Box sx={{ ml: 'auto', flexShrink: 0, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
        {tagId === null ? null : (
          <Box component="span" sx={{ color: 'text.secondary', mr: 3 }}>
            Feeds a tag
          </Box>
        )}
        {value === null ? '' : `${formatNumber(value)}${unit === null ? '' : ` ${unit}`}`}
      </Box>
      <Box sx={{ width: 96, flexShrink: 0, color: 'text.secondary', display: { xs: 'none', md: 'block' } }}>
        {time === null ? '' : <Time value={time} />}
      </Box>
    </>
  );
}

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', minWidth: 0 } as const;

const actionText = { color: 'primary.main', fontWeight: 600, flexShrink: 0 } as const;

function OtherRow({ row }: { row: Exclude<TreeRow, NodeRow> }): ReactNode {
  switch (row.kind) {
    case 'loading':
      return 'Loading…';
    case 'empty':
      return <Box sx={{ color: 'text.secondary' }}>Empty.</Box>;
    case 'notice':
      return <Box sx={{ color: 'text.secondary' }}>{row.text}</Box>;
    case 'error':
      return (
        <>
          <Box sx={oneLine} title={failureMessage(row.error, '')}>
            {failureMessage(row.error, 'This folder could not be read.')}
          </Box>
          <Box sx={actionText}>Retry</Box>
        </>
      );
    case 'more':
      return <Box sx={actionText}>Show more</Box>;
  }
}
