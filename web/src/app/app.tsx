import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from '../shared/api/query-client.ts';
import { theme } from '../ui/theme/theme.ts';
import { ScreenRouter } from './router.tsx';
import { SessionProvider } from './session/session-provider.tsx';
import { VersionWatch } from './version/version-watch.tsx';

// The content security policy allows only styles with the nonce of this response.
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const styles = createCache({ key: 'tw', prepend: true, ...(nonce === undefined ? {} : { nonce }) });
const queryClient = createQueryClient();

export function App(): ReactNode {
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} defaultMode="system" modeStorageKey="twinward.mode" noSsr>
        <CssBaseline />
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <ScreenRouter />
          </SessionProvider>
          <VersionWatch />
        </QueryClientProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}
