import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { PatternOfSet } from '@twinward/contracts/protections/pattern-of-set';
import type { ReactNode } from 'react';
import { useFailureModes } from '../../../../shared/api/queries/use-failure-modes.ts';
import { Muted } from '../../../../ui/page/muted.tsx';
import { newPattern, patternNameProblem } from '../draft.ts';
import { PatternList } from '../pattern-list.tsx';
import type { PatternEdit } from '../use-pattern-edit.tsx';

/** The patterns to recognise. The failure modes of the twin are proposed. */
export function PatternsStep({
  twinId,
  pattern: { edit },
  chosen,
  readOnly,
  onChoose,
}: {
  twinId: number;
  pattern: PatternEdit;
  chosen: number;
  readOnly: boolean;
  onChoose(pattern: PatternOfSet): void;
}): ReactNode {
  const { patterns } = edit.draft;
  const modes = useFailureModes(twinId).data?.records ?? [];
  const proposed = modes.filter(({ name }) => patternNameProblem(name, patterns) === null);
  return (
    <Box>
      <Typography sx={{ pb: 2, maxWidth: 720 }}>
        Name each pattern to recognise, such as a fault or an operating mode. 'No match' is always included.
        It covers normal running and everything else.
      </Typography>
      <PatternList
        draft={edit.draft}
        chosen={chosen}
        readOnly={readOnly}
        onChoose={onChoose}
        onChange={edit.change}
      />
      {readOnly || proposed.length === 0 ? null : (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 2, pt: 2 }}>
          <Muted>Failure modes of the twin:</Muted>
          {proposed.map(({ id, name }) => (
            <Button
              key={id}
              onClick={() => {
                const added = newPattern(patterns, name.trim());
                edit.change({ patterns: [...patterns, added] });
                onChoose(added);
              }}
            >
              Add {name}
            </Button>
          ))}
        </Stack>
      )}
    </Box>
  );
}
