import Box from '@mui/material/Box';
import type { FailureModeCoverage } from '@twinward/contracts/twins/failure-mode-list';
import type { ReactNode } from 'react';
import { formatCount, formatMoney } from '../../ui/format/format.ts';
import { BigNumberTile } from '../../ui/page/cards/big-number-tile.tsx';
import { Why } from '../../ui/page/why.tsx';

const modes = (count: number): string => `${formatCount(count)} failure ${count === 1 ? 'mode' : 'modes'}`;

/** The risk of the plant's failure modes, without and with an active protection. */
export function CoverageFigures({ coverage }: { coverage: FailureModeCoverage }): ReactNode {
  const { covered, uncovered, coveredRisk, uncoveredRisk, uncoveredWithoutRisk } = coverage;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 10, rowGap: 3, pb: 4 }}>
      <BigNumberTile
        title="Risk not covered"
        value={uncoveredRisk}
        format={formatMoney}
        subtitle={
          <>
            {modes(uncovered)}
            {uncoveredWithoutRisk === 0 ? '' : `, ${formatCount(uncoveredWithoutRisk)} without a risk`}
            <Why
              subject="the risk not covered"
              formula="∑ probability / 100 × consequence, over the failure modes that no active protection covers"
              inputs={[
                ['Failure modes', formatCount(uncovered)],
                ['Without a risk', formatCount(uncoveredWithoutRisk)],
              ]}
              note="Includes assets in service only. Protections of an inactive twin do not count because they are not evaluated. Failure modes without a probability or a consequence add no risk."
            />
          </>
        }
      />
      <BigNumberTile
        title="Risk covered"
        value={coveredRisk}
        format={formatMoney}
        subtitle={modes(covered)}
      />
    </Box>
  );
}
