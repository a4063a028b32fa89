import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { encode } from 'uqr';

/** Width of the quiet zone around the code, in modules (ISO/IEC 18004). */
const quietZone = 4;

/** A text as a QR code. Dark on light in both colour schemes, since not all cameras read inverted codes. */
export default function QrCode({ text, label }: { text: string; label: string }): ReactNode {
  const { data, size } = encode(text, { border: quietZone });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{ width: 200, height: 200, bgcolor: '#fff', borderRadius: 1 }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}
