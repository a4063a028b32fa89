import { mdiNoteEditOutline } from '@mdi/js';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
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
      <ToggleButton
        size="small"
        value="annotate"
        selected={isMarking}
        onChange={() => onMarking(!isMarking)}
        sx={{ px: 2.5, py: 0.5, gap: 1, textTransform: 'none' }}
      >
        <Icon path={mdiNoteEditOutline} />
        Annotate
      </ToggleButton>
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
