import type { AssetNode } from '@twinward/contracts/assets/asset';
import type { StructureNode } from '@twinward/contracts/records/structure';
import { standardStructure } from '../../../shared/api/queries/use-structures.ts';
import type { StructurePlace } from '../place.ts';
import { useAsset, useChildren } from './assets.ts';
import { useStructureChildren, useStructureWay } from './structure-nodes.ts';

/** A node of the tree of any structure. */
export interface TreeNode {
  type: string;
  id: number;
  title: string;
  /** Null for a record that is not an asset. */
  isEquipment: boolean | null;
  childCount: number;
}

/** The key of a record in the tree. */
export const nodeKey = ({ type, id }: { type: string; id: number }): string => `${type}.${id}`;

const ofAsset = ({ id, assetName, isEquipment, childCount }: AssetNode): TreeNode => ({
  type: 'asset',
  id,
  title: assetName,
  isEquipment,
  childCount,
});
const ofRecord = ({ type, id, title, isEquipment, childCount }: StructureNode): TreeNode => ({
  type,
  id,
  title,
  isEquipment,
  childCount,
});

/** A branch of a structure, or the top level. Pages are loaded on demand. */
export function useBranch(structure: string, parent: { type: string; id: number } | null) {
  const isStandard = structure === standardStructure;
  const assets = useChildren(parent?.id ?? null, isStandard);
  const records = useStructureChildren(structure, parent, !isStandard);
  const { data, isError, error, refetch, hasNextPage, fetchNextPage } = isStandard ? assets : records;
  const nodes = isStandard
    ? assets.data?.pages.flatMap((page) => page.records.map(ofAsset))
    : records.data?.pages.flatMap((page) => page.records.map(ofRecord));
  const total = data?.pages[0]?.total ?? 0;
  return { nodes, total, isError, error, refetch, hasNextPage, fetchNextPage };
}

/** The ancestors of a place, and its name. Empty while loading. */
export function useWay(place: StructurePlace | null): { above: string[]; title: string | undefined } {
  const isStandard = place?.structure === standardStructure;
  const asset = useAsset(isStandard ? place.id : null).data;
  const way = useStructureWay(isStandard ? null : place).data;
  if (isStandard) {
    return {
      above: (asset?.ancestors ?? []).map(({ id }) => nodeKey({ type: 'asset', id })),
      title: asset?.assetName,
    };
  }
  return { above: (way ?? []).slice(0, -1).map(nodeKey), title: way?.at(-1)?.title };
}
