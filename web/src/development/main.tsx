import '@fontsource-variable/inter/wght.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { TimeZoneProvider } from '../ui/format/time-zone.ts';
import { theme } from '../ui/theme/theme.ts';
import { PartsPage } from './parts-page.tsx';

const dialogsOnly = window.location.search === '?dialogs';

/** Links lead nowhere here. */
const router = createMemoryRouter([{ path: '*', element: <PartsPage dialogsOnly={dialogsOnly} /> }]);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline />
      <TimeZoneProvider value="Europe/Oslo">
        <RouterProvider router={router} />
      </TimeZoneProvider>
    </ThemeProvider>
  </StrictMode>,
);
