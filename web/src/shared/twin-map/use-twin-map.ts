import type { UseQueryResult } from '@tanstack/react-query';
import type {
  getTwinMap,
  getTwinMapLevels,
  TwinMap,
  TwinMapGrouping,
} from '@twinward/contracts/questions/twin-map';
import { useMemo } from 'react';
import { useApiQuery } from '../api/api-query.ts';
import { plantWide } from '../api/query-client.ts';
import { type MapData, withLevels } from './map-data.ts';

export interface TwinMapQuery {
  /** The map; its twins count as not evaluated while levels are loading. */
  data: MapData | undefined;
  query: UseQueryResult<TwinMap>;
}

/** All twins in service, with risk and level. Levels are refetched when they change, the rest when records change. */
export function useTwinMap(group: TwinMapGrouping): TwinMapQuery {
  const query = useApiQuery<typeof getTwinMap>(['twin-map', { group }], 'GET /api/overview/twin-map', {
    query: { group },
  });
  const { data: levels } = useApiQuery<typeof getTwinMapLevels>(
    ['twin-levels', { of: 'map' }],
    'GET /api/overview/twin-map/levels',
    {},
    plantWide,
  );
  const map = query.data;
  const data = useMemo(() => map && withLevels(map, levels), [map, levels]);
  return { data, query };
}
