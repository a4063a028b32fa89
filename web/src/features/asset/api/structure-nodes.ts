import { useInfiniteQuery } from '@tanstack/react-query';
import type { listStructureAncestors, listStructureChildren } from '@twinward/contracts/records/structure';
import { useApiQuery } from '../../../shared/api/api-query.ts';
import { callList } from '../../../shared/api/http.ts';
import type { StructurePlace } from '../place.ts';
import { branchSize } from './assets.ts';

/** The direct children of a record in a structure, or the top level. Pages are loaded on demand. */
export const useStructureChildren = (
  structure: string,
  parent: { type: string; id: number } | null,
  enabled: boolean,
) =>
  useInfiniteQuery({
    enabled,
    queryKey: ['structure-nodes', { structure, parent }],
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      callList<typeof listStructureChildren>('GET /api/structures/:name/children', {
        params: { name: structure },
        query: {
          'page-number': pageParam,
          'page-size': branchSize,
          ...(parent === null ? {} : { type: parent.type, id: parent.id }),
        },
        signal,
      }),
    getNextPageParam: (last, pages) =>
      pages.length * branchSize < last.total ? pages.length + 1 : undefined,
  });

/** A place and its ancestors, from the root. */
export const useStructureWay = (place: StructurePlace | null) =>
  useApiQuery<typeof listStructureAncestors>(
    ['structure-nodes', { way: place }],
    'GET /api/structures/:name/ancestors/:type/:id',
    { params: { name: place?.structure ?? '', type: place?.type ?? '', id: place?.id ?? 0 } },
    { enabled: place !== null },
  );
