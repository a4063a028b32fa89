import { mdiPrinterOutline } from '@mdi/js';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useColorScheme } from '@mui/material/styles';
import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatDateTime } from '../format/format.ts';
import { useTimeZone } from '../format/time-zone.ts';
import { Icon } from './icon.tsx';

/** Hides what can only be used on screen. The colours of charts are kept. */
const printStyles = {
  '@media print': {
    'header, button, [role=search], [role=group][data-screen-only]': { display: 'none !important' },
    'html, body': { background: '#fff !important' },
    '*': { printColorAdjust: 'exact' },
    'table, [role=img], section > div': { breakInside: 'avoid' },
    '@page': { margin: '12mm' },
  },
};

/** Prints the page in light colours, by a button or by Ctrl+P. */
export function useLightPrint(): void {
  const { mode, setMode } = useColorScheme();
  const before = useRef<typeof mode>(undefined);
  useEffect(() => {
    const begin = (): void => {
      if (mode === undefined || mode === 'light') return;
      before.current = mode;
      // Synchronous: the browser takes its picture when this event returns.
      flushSync(() => setMode('light'));
    };
    const end = (): void => {
      if (before.current !== undefined) setMode(before.current);
      before.current = undefined;
    };
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, [mode, setMode]);
}

/** A button that prints the page. Ctrl+P prints it the same way: in light colours. */
export function PrintButton(): ReactNode {
  useLightPrint();
  return (
    <>
      <GlobalStyles styles={printStyles} />
      <Button variant="outlined" startIcon={<Icon path={mdiPrinterOutline} />} onClick={() => window.print()}>
        Print
      </Button>
    </>
  );
}

/** The title block of a printed page: what it shows, where it is, and when it was printed. Not shown on screen. */
export function PrintTitle({
  title,
  facts,
}: {
  title: string;
  facts: readonly (readonly [string, string])[];
}): ReactNode {
  const timeZone = useTimeZone();
  const [printedAt, setPrintedAt] = useState(() => Date.now());
  useEffect(() => {
    const begin = (): void => flushSync(() => setPrintedAt(Date.now()));
    window.addEventListener('beforeprint', begin);
    return () => window.removeEventListener('beforeprint', begin);
  }, []);
  const lines = [
    ...facts,
    ['Printed', `${formatDateTime(printedAt, timeZone)} (${timeZone})`],
    ['Address', window.location.href],
  ] as const;
  return (
    <Box
      data-print-title
      sx={{ display: 'none', '@media print': { display: 'block' }, border: 1, p: 2, mb: 4 }}
    >
      <Box sx={{ fontSize: '1.125rem', fontWeight: 600 }}>{title}</Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 4, m: 0 }}>
        {lines.map(([name, value]) => (
          <Fragment key={name}>
            <Box component="dt">{name}</Box>
            <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Box>
          </Fragment>
        ))}
      </Box>
    </Box>
  );
}
