import Skeleton from '@mui/material/Skeleton';
import { lazy, type ReactNode, Suspense } from 'react';
import type { LogicEditorProps } from './editor.tsx';

const Editor = lazy(() => import('./editor.tsx').then((module) => ({ default: module.Editor })));

/** The logic editor, loaded lazily: editor, grammar and checker are larger than the rest of a page. */
export function LogicEditor(props: LogicEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={280} />}>
      <Editor {...props} />
    </Suspense>
  );
}
