import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePageTitle } from './shown-title.ts';
import { TextLink } from './text-link.tsx';

export interface Crumb {
  label: string;
  to: string;
}

interface PageProps {
  title: string;
  /** Breadcrumbs, without the page itself. */
  breadcrumbs?: readonly Crumb[];
  /** State of the record, shown beside the title. */
  state?: ReactNode;
  /** Shown at the right: the primary action, then a menu with the others. */
  actions?: ReactNode;
  tabs?: ReactNode;
  /** Whether `title` is still the placeholder of the route, which is not rendered as a heading. */
  isLoading?: boolean;
  children: ReactNode;
}

/** Frame of every page: breadcrumbs, title row, tabs, and content. */
export function Page({
  title,
  breadcrumbs = [],
  state,
  actions,
  tabs,
  isLoading = false,
  children,
}: PageProps): ReactNode {
  usePageTitle(isLoading ? '' : title);
  return (
    <Box sx={{ px: { xs: 3, sm: 6 }, pt: 3, pb: 8, maxWidth: 1680, mx: 'auto', width: '100%' }}>
      {breadcrumbs.length === 0 ? null : (
        <Breadcrumbs aria-label="Breadcrumbs" sx={{ fontSize: '0.8125rem' }}>
          {breadcrumbs.map((crumb) => (
            <TextLink
              key={crumb.to}
              to={crumb.to}
              color="text.secondary"
              variant="body2"
              sx={{ display: 'inline-block', py: 1 }}
            >
              {crumb.label}
            </TextLink>
          ))}
        </Breadcrumbs>
      )}
      <Stack
        direction="row"
        sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 4, rowGap: 1, minHeight: 40 }}
      >
        <Typography variant="h1" {...(isLoading ? { component: 'p' } : {})} sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {state}
        {actions === undefined ? null : (
          <Stack
            direction="row"
            sx={{
              ml: 'auto',
              alignItems: 'center',
              justifyContent: 'flex-end',
              flexWrap: 'wrap',
              gap: 2,
              '& .MuiButton-root': { whiteSpace: 'nowrap' },
            }}
          >
            {actions}
          </Stack>
        )}
      </Stack>
      {tabs}
      <Box sx={{ pt: 3 }}>{children}</Box>
    </Box>
  );
}
