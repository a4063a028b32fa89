import { lazyPart } from '../../ui/page/lazy-overlay.tsx';

const load = () => import('./annotation-dialog.tsx');

/** The dialogs of annotations, whose code is loaded apart. */
export const NewAnnotationDialog = lazyPart(async () => (await load()).NewAnnotationDialog);
export const AnnotationDialog = lazyPart(async () => (await load()).AnnotationDialog);
