import { mdiNoteEditOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useContext } from 'react';
import { Icon } from '../../page/icon.tsx';
import type { Range } from '../range.ts';
import { AnnotationContext } from './annotation-context.ts';

/** Switches the charts to annotation mode, in which a drag marks a range. A button opens fields for keyboard users. */
export function AnnotateSwitch({ range }: { range: Range }): ReactNode {
  const annotating = useContext(AnnotationContext);
  if (!annotating?.onMarking) return null;
  const { isMarking, onMarking, onMark } = annotating;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 2 }}>
      <Button
        size="small"
        variant={isMarking ? 'contained' : 'outlined'}
        aria-pressed={isMarking}
        startIcon={<Icon path={mdiNoteEditOutline} />}
        onClick={() => onMarking(!isMarking)}
      >
        Annotate
      </Button>
      {isMarking ? (
        <>
          <Typography variant="body2" role="status">
            Drag over a range of a chart.
          </Typography>
          <Button size="small" onClick={() => onMark(range, null)}>
            Enter times
          </Button>
        </>
      ) : null}
    </Stack>
  );
}
