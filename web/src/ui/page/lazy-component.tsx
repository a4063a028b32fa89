import { type ComponentType, lazy, type ReactNode } from 'react';

/** The code of a lazy component could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Forgets the failure, so that the next render loads the code again. Called when the error is shown. */
  readonly forget: () => void;

  constructor(message: string, cause?: unknown, forget = (): void => {}) {
    super(message, { cause });
    this.forget = forget;
  }
}

/**
 * A component that suspends until its code is loaded. Unlike React's `lazy`, which keeps a failure forever, it retries
 * after the failure was shown.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const createLazy = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new ChunkLoadError('This part of the page could not be loaded.', cause, () => {
          Loaded = createLazy() as unknown as ComponentType<Props>;
        });
      }
    });
  let Loaded = createLazy() as unknown as ComponentType<Props>;
  return (props: Props): ReactNode => <Loaded {...props} />;
}
