import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/feedback/states.tsx';
import type { Preview } from './use-preview.ts';

/** Why there is no preview, or why it is outdated. */
export function Obstacle({
  obstacle,
  isEmpty,
}: {
  obstacle: Preview['obstacle'];
  isEmpty: boolean;
}): ReactNode {
  switch (obstacle?.kind) {
    case undefined:
      return null;
    case 'working':
      return isEmpty ? <LoadingRows rows={6} /> : null;
    case 'no-thresholds':
      return <EmptyState title="Add a threshold to see when it would have been exceeded." />;
    case 'no-points':
      return <Note>The inputs have no points in this range.</Note>;
    case 'unmapped':
      return <Note>Not mapped to a tag: {obstacle.names.map((name) => `[${name}]`).join(', ')}.</Note>;
    case 'errors': {
      const ofLogic = obstacle.count - obstacle.messages.length;
      const texts = [
        ...obstacle.messages,
        ...(ofLogic === 0
          ? []
          : [`${ofLogic === 1 ? 'There is an error' : `There are ${ofLogic} errors`} in the logic.`]),
        ...(isEmpty ? [] : ['The last valid preview is shown.']),
      ];
      return <Note>{texts.join(' ')}</Note>;
    }
    case 'failed':
      return (
        <ErrorState
          error={obstacle.error}
          fallback="The preview could not be calculated."
          {...(obstacle.retry === undefined ? {} : { onRetry: obstacle.retry })}
        />
      );
  }
}

const Note = ({ children }: { children: ReactNode }): ReactNode => (
  <Alert severity="info" variant="outlined" role="status" sx={{ my: 2 }}>
    {children}
  </Alert>
);
