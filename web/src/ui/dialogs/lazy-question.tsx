import { lazyOverlay } from '../page/lazy-overlay.tsx';

/** Lazily loaded `ConfirmDialog`, for rare questions of components that are on every page. */
export const LazyQuestion = lazyOverlay(async () => {
  const { ConfirmDialog } = await import('./confirm-dialog.tsx');
  return (props: Parameters<typeof ConfirmDialog>[0] & { open: true }) => <ConfirmDialog {...props} />;
});
