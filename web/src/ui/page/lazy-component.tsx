import { type ComponentType, lazy, type ReactNode } from 'react';

/** A part of the product whose code could not be loaded. */
export class ChunkLoadError extends Error {
  override readonly name = 'ChunkLoadError';
  /** Called once the failure is shown: what is shown after it loads the code again. */
  readonly forget: () => void;

  constructor(message: string, cause?: unknown, forget = (): void => {}) {
    super(message, { cause });
    this.forget = forget;
  }
}

/**
 * A part whose code is loaded when it is first shown; until then it suspends. React's own `lazy` keeps a failure for
 * ever: this one is loaded again when it is shown again.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const make = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (cause) {
        throw new ChunkLoadError('This part of the page could not be loaded.', cause, () => {
          Loaded = make() as unknown as ComponentType<Props>;
        });
      }
    });
  let Loaded = make() as unknown as ComponentType<Props>;
  return (props: Props): ReactNode => <Loaded {...props} />;
}
