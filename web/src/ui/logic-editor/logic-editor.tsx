import Skeleton from '@mui/material/Skeleton';
import { type ReactNode, Suspense } from 'react';
import { lazyComponent } from '../page/lazy-component.tsx';
import type { LogicEditorProps } from './editor.tsx';

const Editor = lazyComponent(async () => (await import('./editor.tsx')).Editor);

/** The logic editor. Loaded lazily, since editor, grammar and checker are larger than the rest of a page. */
export function LogicEditor(props: LogicEditorProps): ReactNode {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={280} />}>
      <Editor {...props} />
    </Suspense>
  );
}
