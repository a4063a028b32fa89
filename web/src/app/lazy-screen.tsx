import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ChunkLoadError } from '../ui/page/lazy-component.tsx';

/** A screen whose code is loaded when it is first rendered, or earlier by `preload`. */
export interface Screen {
  /** @param props.fallback shown while the code is loading */
  (props: { fallback: ReactNode }): ReactNode;
  /** Loads the code unless it is loaded or loading. @throws {ChunkLoadError} the next call retries */
  preload(): Promise<void>;
}

const timeout = 120_000;

/**
 * A screen whose code is loaded on demand, with a timeout of two minutes. It uses its own state instead of Suspense: a
 * suspended navigation would keep the old screen, and preloaded code would still show the fallback first.
 */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Screen {
  let code: ComponentType | null = null;
  let loading: Promise<ComponentType> | null = null;

  async function loadCode(): Promise<ComponentType> {
    try {
      code = (await withinTimeout(load))[name];
      return code;
    } finally {
      loading = null;
    }
  }
  function demand(): Promise<ComponentType> {
    if (code !== null) return Promise.resolve(code);
    loading ??= loadCode();
    return loading;
  }

  function Screen({ fallback }: { fallback: ReactNode }): ReactNode {
    const [Shown, setShown] = useState<ComponentType | null>(() => code);
    const [failure, setFailure] = useState<unknown>(null);
    useEffect(() => {
      if (Shown === null) demand().then((loaded) => setShown(() => loaded), setFailure);
    }, [Shown]);
    if (failure !== null) throw failure;
    return Shown === null ? fallback : <Shown />;
  }
  return Object.assign(Screen, { preload: async () => void (await demand()) });
}

async function withinTimeout<Module>(load: () => Promise<Module>): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkLoadError('Loading this page took too long.')), timeout);
  });
  const loaded = load().catch((cause: unknown) => {
    throw new ChunkLoadError('This page could not be loaded.', cause);
  });
  return await Promise.race([loaded, tooLate]).finally(() => clearTimeout(timer));
}
