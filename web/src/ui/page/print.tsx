import { mdiPrinterOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useColorScheme } from '@mui/material/styles';
import { type ReactNode, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from './icon.tsx';

/** Hides controls in print. Keeps the colours of charts. */
const printStyles = {
  '@media print': {
    'header, button, [role=search], [role=group][data-screen-only]': { display: 'none !important' },
    'html, body': { background: '#fff !important' },
    '*': { printColorAdjust: 'exact' },
    'table, [role=img], section > div': { breakInside: 'avoid' },
    '@page': { margin: '12mm' },
  },
};

/** Switches to the light colour scheme while the page is printed. */
export function useLightPrint(): void {
  const { mode, setMode } = useColorScheme();
  const before = useRef<typeof mode>(undefined);
  useEffect(() => {
    const begin = (): void => {
      if (mode === undefined || mode === 'light') return;
      before.current = mode;
      // Synchronous: the browser captures the page when this event handler returns.
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

/** A button that prints the page in light colours, like Ctrl+P. */
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
