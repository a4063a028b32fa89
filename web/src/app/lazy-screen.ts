import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type Screen = LazyExoticComponent<ComponentType>;

/** A part of the product whose code could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
}

const timeout = 120_000;

/** A screen whose code is loaded when it is first shown; given up after two minutes. */
export function lazyScreen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): Screen {
  return lazy(async () => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new ChunkLoadError('Loading this page took too long.')), timeout);
    });
    const loaded = load().catch((cause: unknown) => {
      throw new ChunkLoadError('This page could not be loaded.', { cause });
    });
    const module = await Promise.race([loaded, tooLate]).finally(() => clearTimeout(timer));
    return { default: module[name] };
  });
}
