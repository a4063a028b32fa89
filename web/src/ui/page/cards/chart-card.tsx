import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState, LoadingRows } from '../../feedback/states.tsx';
import { clickedItem, fillTemplate } from './link-template.ts';

/** A click on a chart: the type of the series and the data of the clicked item. */
export interface ChartClick {
  seriesType: string;
  data: unknown;
}

/** A chart under its title. A path template may link its items to pages. */
export function ChartCard({
  title,
  actions,
  link,
  isLoading = false,
  error,
  onRetry,
  children,
}: {
  title: string;
  /** Shown at the right of the title. */
  actions?: ReactNode;
  /** Path template such as `/apps/twins/{id}`: each parameter is replaced by that property of the clicked item. */
  link?: string | undefined;
  isLoading?: boolean;
  error?: unknown;
  onRetry?: () => void;
  /** Renders the chart; receives the click handler. */
  children: (onClick: (click: ChartClick) => void) => ReactNode;
}): ReactNode {
  const id = useId();
  const navigate = useNavigate();
  const follow = ({ seriesType, data }: ChartClick): void => {
    const path = link === undefined ? null : fillTemplate(link, clickedItem(seriesType, data));
    if (path !== null) void navigate(path);
  };
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 2, minHeight: 32 }}>
        <Typography variant="h2" id={id} noWrap>
          {title}
        </Typography>
        <Box sx={{ ml: 'auto' }}>{actions}</Box>
      </Stack>
      {error !== undefined && error !== null ? (
        <ErrorState
          error={error}
          fallback="Error loading query/card."
          {...(onRetry === undefined ? {} : { onRetry })}
        />
      ) : isLoading ? (
        <LoadingRows rows={5} />
      ) : (
        children(follow)
      )}
    </Box>
  );
}
