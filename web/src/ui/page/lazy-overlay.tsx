import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { toast } from '../feedback/announcer.tsx';

/** The loaders of all overlays. */
const loaders: (() => Promise<unknown>)[] = [];

/** Preloads the code of all overlays. An overlay that fails to load is retried when it opens. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()));
}

/**
 * An overlay, such as a menu, whose code is loaded when it is first `open`.
 * @param isQuiet no toast if loading fails, for overlays that open without a user action
 */
export function lazyOverlay<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
  { isQuiet = false } = {},
): ComponentType<Props> {
  let code: ComponentType<Props> | null = null;
  const demand = async (): Promise<ComponentType<Props>> => {
    code ??= await load();
    return code;
  };
  loaders.push(demand);

  return function Overlay(props: Props): ReactNode {
    // Mounted when it first opens: a list has a closed menu in each row.
    const [Shown, setShown] = useState<ComponentType<Props> | null>(null);
    if (props.open && Shown === null && code !== null) setShown(() => code);
    const isAwaited = props.open && Shown === null && code === null;
    useEffect(() => {
      if (!isAwaited) return;
      demand().then(
        (loaded) => setShown(() => loaded),
        () => isQuiet || toast('This could not be loaded. Try again, or reload the page.'),
      );
    }, [isAwaited]);
    return Shown === null ? null : <Shown {...props} />;
  };
}

/** A lazy overlay without an `open` prop, such as a dialog: it is open while it is rendered. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Overlay = lazyOverlay<Props & { open: true }>(async () => {
    const Part = await load();
    return ({ open: _, ...props }) => <Part {...(props as unknown as Props)} />;
  });
  return (props) => <Overlay {...props} open />;
}
