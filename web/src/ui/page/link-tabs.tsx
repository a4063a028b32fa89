import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';

export interface LinkTab {
  label: string;
  to: string;
}

/** Tabs that link to pages of one record. */
export function LinkTabs({ label, tabs }: { label: string; tabs: readonly LinkTab[] }): ReactNode {
  return (
    <Box
      component="nav"
      aria-label={label}
      sx={{ display: 'flex', gap: 5, borderBottom: 1, borderColor: 'divider', overflowX: 'auto', mt: 1 }}
    >
      {tabs.map((tab) => (
        <Box
          key={tab.to}
          component={NavLink}
          to={tab.to}
          end
          sx={{
            py: { xs: 2.75, sm: 1.5 },
            fontSize: '0.8125rem',
            fontWeight: 600,
            color: 'text.secondary',
            textDecoration: 'none',
            borderBottom: 2,
            borderColor: 'transparent',
            '&:hover': { color: 'text.primary' },
            '&:focus-visible': { outlineOffset: -2 },
            '&[aria-current=page]': { color: 'primary.main', borderColor: 'primary.main' },
          }}
        >
          {tab.label}
        </Box>
      ))}
    </Box>
  );
}
