import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { Muted } from '../../ui/page/muted.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { useExchange } from './api.ts';
import { ExportDialog } from './export-dialog.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { ImportHistory } from './import-history.tsx';

/** `/settings/exchange`: packages that move records between databases. `?package=export` or `import` opens a dialog. */
export function ExchangePage(): ReactNode {
  const exchange = useExchange();
  const [address, setAddress] = useSearchParams();
  const open = address.get('package');
  const setOpen = (dialog: 'export' | 'import'): void => setAddress({ package: dialog }, { replace: true });
  const close = (): void => setAddress({}, { replace: true });
  return (
    <Page
      title="Exchange"
      actions={
        <Stack direction="row" spacing={2}>
          <Button onClick={() => setOpen('import')}>Import a package</Button>
          <Button
            variant="contained"
            disabled={exchange.data === undefined}
            onClick={() => setOpen('export')}
          >
            Export a package
          </Button>
        </Stack>
      }
    >
      <Stack spacing={6}>
        <Section title="Imports">
          <ImportHistory />
        </Section>
        <Section title="Key of this database">
          <Muted sx={{ pb: 2 }}>
            Packages from this database are signed with this key (Ed25519). Compare it with the key shown when
            you import a package in another database.
          </Muted>
          <Loaded query={exchange} rows={1} fallback="The key could not be loaded.">
            {({ publicKey }) => (
              <Typography component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
                {publicKey}
              </Typography>
            )}
          </Loaded>
        </Section>
      </Stack>
      {open === 'export' && exchange.data ? (
        <ExportDialog kinds={exchange.data.kinds} onClose={close} />
      ) : null}
      {open === 'import' ? <ImportDialog onClose={close} /> : null}
    </Page>
  );
}
