import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { toast } from '../feedback/announcer.tsx';

/** Loads the code of each overlay of the product. */
const loaders: (() => Promise<unknown>)[] = [];

/** Loads the code of what opens over a page. What can't be loaded now is asked for again when it opens. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled(loaders.map((load) => load()));
}

/**
 * What opens over a page, such as a menu. Its code is not part of the first load: it is loaded when it is first `open`.
 * @param isQuiet whether nothing is said if it can't be loaded: of what nobody asked for
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

/** What is on a page only while it is shown, such as a dialog. Its code is loaded as that of an overlay. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Overlay = lazyOverlay<Props & { open: true }>(async () => {
    const Part = await load();
    return ({ open: _, ...props }) => <Part {...(props as unknown as Props)} />;
  });
  return (props) => <Overlay {...props} open />;
}
