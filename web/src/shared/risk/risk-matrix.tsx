import Box from '@mui/material/Box';
import type { Portfolio } from '@twinward/contracts/risk/portfolio';
import type { ReactNode } from 'react';
import { DownloadPicture } from '../../ui/chart/download-picture.tsx';
import { useSaveDrawing } from '../../ui/chart/use-svg-picture.ts';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { Section } from '../../ui/page/section.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { layOutMatrix, type MatrixField, matrixFieldPath, tintOpacity } from './matrix-bands.ts';
import { drawMatrix } from './matrix-drawing.ts';

type Matrix = Pick<Portfolio, 'bands' | 'matrix'>;

interface Props {
  /** The analysis whose assets the cells link to. */
  analysisId: number;
  portfolio: Matrix;
}

/** A section with the risk matrix and a download. */
export function RiskMatrix({ analysisId, portfolio }: Props): ReactNode {
  const savePicture = useSaveDrawing('risk matrix');
  return (
    <Section title="Risk matrix">
      <MatrixTable analysisId={analysisId} portfolio={portfolio} />
      <DownloadPicture of="risk matrix" onDownload={() => savePicture(drawMatrix(portfolio))} />
    </Section>
  );
}

/** The number of assets and their risk by bands of probability and cost of failure. A number links to the assets. */
export function MatrixTable({ analysisId, portfolio }: Props): ReactNode {
  const { columns, rows } = layOutMatrix(portfolio);
  return (
    <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label="Risk matrix">
      <Box
        component="table"
        aria-label="Assets and risk by probability and cost of failure"
        sx={{
          borderCollapse: 'separate',
          borderSpacing: '2px',
          width: '100%',
          fontSize: '0.8125rem',
          '& th': { fontWeight: 400, color: 'text.secondary', textAlign: 'left', p: 1 },
          '& td': { textAlign: 'center', p: 1, minWidth: 64, height: 48 },
        }}
      >
        <thead>
          <tr>
            <th scope="col">Probability</th>
            {columns.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, fields }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {fields.map((field, column) => (
                <Field key={columns[column]} to={matrixFieldPath(analysisId, field)} {...field} />
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

function Field({ found, color, to }: MatrixField & { to: string }): ReactNode {
  const tint = `color-mix(in srgb, ${color} ${tintOpacity * 100}%, transparent)`;
  return (
    <Box component="td" sx={{ bgcolor: tint, color: 'text.primary' }}>
      {found ? (
        <>
          <TextLink
            to={to}
            aria-label={`${formatCount(found.assets)} ${found.assets === 1 ? 'asset' : 'assets'}`}
            color="inherit"
            sx={{ fontWeight: 600, display: 'block' }}
          >
            {formatCount(found.assets)}
          </TextLink>
          {formatMoney(found.risk)}
        </>
      ) : (
        '–'
      )}
    </Box>
  );
}
