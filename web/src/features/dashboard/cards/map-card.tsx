import Button from '@mui/material/Button';
import { type ReactNode, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { twinPath } from '../../../shared/address/paths.ts';
import { withLevels } from '../../../shared/twin-map/map-data.ts';
import { TwinMap } from '../../../shared/twin-map/twin-map.tsx';
import { TwinMapTable } from '../../../shared/twin-map/twin-map-table.tsx';
import { EmptyState } from '../../../ui/feedback/states.tsx';
import type { CardProps } from './card-props.ts';
import { useTwinLink } from './use-twin-link.ts';

/** Height of the readout and the table switch below the map, in pixels. */
const belowMap = 80;

/** A map of the twins, with areas by consequence or risk and colors by level. */
export function MapCard({ card, data, height }: CardProps<'twin-map'>): ReactNode {
  const navigate = useNavigate();
  const to = useTwinLink(card, twinPath);
  const [isTable, setIsTable] = useState(false);
  const map = useMemo(() => withLevels(data.map, data.levels), [data]);
  if (map.id.length === 0) {
    return <EmptyState title="No twins to show." hint="Each twin in service is shown as a tile." />;
  }
  return (
    <>
      {isTable ? (
        <TwinMapTable data={map} size={card.area} to={to} />
      ) : (
        <TwinMap
          data={map}
          size={card.area}
          height={Math.max(120, height - belowMap)}
          onOpen={(twinId) => void navigate(to(twinId))}
        />
      )}
      <Button size="small" onClick={() => setIsTable(!isTable)}>
        {isTable ? 'Show as map' : 'Show as table'}
      </Button>
    </>
  );
}
