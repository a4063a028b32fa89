import { lazyPart } from '../../ui/page/lazy-overlay.tsx';

const load = () => import('./annotation-dialog.tsx');

/** Lazily loaded dialogs of annotations. */
export const NewAnnotationDialog = lazyPart(async () => (await load()).NewAnnotationDialog);
export const AnnotationDialog = lazyPart(async () => (await load()).AnnotationDialog);
