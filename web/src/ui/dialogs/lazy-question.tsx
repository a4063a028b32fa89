import { lazyOverlay } from '../page/lazy-overlay.tsx';

/** `ConfirmDialog`, whose code is loaded apart: for questions that are seldom asked, on every page. */
export const LazyQuestion = lazyOverlay(async () => {
  const { ConfirmDialog } = await import('./confirm-dialog.tsx');
  return (props: Parameters<typeof ConfirmDialog>[0] & { open: true }) => <ConfirmDialog {...props} />;
});
