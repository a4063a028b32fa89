import { mdiStar, mdiStarOutline } from '@mdi/js';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { QuerySummary } from '@twinward/contracts/questions/query';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/page/icon.tsx';

/** A toggle button that marks a query as favorite. */
export function FavoriteMark({
  query: { id, name, isFavorite },
  onToggle,
}: {
  query: Pick<QuerySummary, 'id' | 'name' | 'isFavorite'>;
  onToggle: (change: { id: number; isFavorite: boolean }) => void;
}): ReactNode {
  return (
    <Tooltip title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}>
      <IconButton
        size="small"
        aria-label={`Favorite ${name}`}
        aria-pressed={isFavorite}
        onClick={() => onToggle({ id, isFavorite: !isFavorite })}
        sx={{ p: 1 }}
      >
        <Icon path={isFavorite ? mdiStar : mdiStarOutline} />
      </IconButton>
    </Tooltip>
  );
}
