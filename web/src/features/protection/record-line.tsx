import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { simulationPath } from '../../shared/address/paths.ts';
import { Muted } from '../../ui/page/muted.tsx';
import { TextLink } from '../../ui/page/text-link.tsx';
import { useScore } from './api/score.ts';
import { standingText } from './simulation/score-text.ts';

/** The score of a protection in a line, with a link to its simulation. */
export function RecordLine({
  twinId,
  protection,
}: {
  twinId: number;
  protection: { id: number; name: string };
}): ReactNode {
  const { data } = useScore(protection.id);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, alignItems: 'baseline', minHeight: 22 }}>
      <Muted>
        {data === undefined
          ? ''
          : `Record: ${standingText(data)}${
              data.advisories.precision === null
                ? ''
                : `; ${Math.round(100 * data.advisories.precision)} % of its advisories were correct`
            }`}
      </Muted>
      <TextLink
        to={simulationPath(twinId, protection.id)}
        variant="body2"
        sx={{ lineHeight: '24px' }}
        aria-label={`Simulate ${protection.name}`}
      >
        Simulate
      </TextLink>
    </Stack>
  );
}
