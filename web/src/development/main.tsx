import '@fontsource-variable/inter/wght.css';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { UNSAFE_createMemoryHistory } from 'react-router';
import { TimeZoneProvider } from '../ui/format/time-zone.ts';
import { createProductHistory } from '../ui/navigation/product-history.ts';
import { ProductRouter } from '../ui/navigation/product-router.tsx';
import { theme } from '../ui/theme/theme.ts';
import { PartsPage } from './parts-page.tsx';

const dialogsOnly = window.location.search === '?dialogs';

/** In memory, so that links do not leave the page. */
const history = createProductHistory(UNSAFE_createMemoryHistory());

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <ThemeProvider theme={theme} defaultMode="system" noSsr>
      <CssBaseline />
      <TimeZoneProvider value="Europe/Oslo">
        <ProductRouter history={history}>
          <PartsPage dialogsOnly={dialogsOnly} />
        </ProductRouter>
      </TimeZoneProvider>
    </ThemeProvider>
  </StrictMode>,
);
