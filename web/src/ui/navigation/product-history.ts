import {
  type Location,
  NavigationType,
  type Navigator,
  type Path,
  resolvePath,
  type To,
  type UNSAFE_createBrowserHistory,
  type UNSAFE_createMemoryHistory,
} from 'react-router';

/** The current location, and the action that led to it. */
export interface Place {
  location: Location;
  action: NavigationType;
}

/**
 * Blocks a navigation by returning true.
 * @param go performs the blocked navigation
 */
export type Hold = (current: Path, next: Path, go: () => void) => boolean;

/** Session history with navigation guards. */
export interface ProductHistory {
  /** The navigator of react-router's `Router`. */
  readonly navigator: Navigator;
  readonly place: Place;
  /** Calls the listener after each navigation. @returns a function that unsubscribes */
  listen(listener: (place: Place) => void): () => void;
  /** Registers a guard, called before each navigation. @returns a function that removes it */
  hold(hold: Hold): () => void;
}

type History = ReturnType<typeof UNSAFE_createBrowserHistory | typeof UNSAFE_createMemoryHistory>;

/** Adds navigation guards to a history of the browser or of a test. */
export function createProductHistory(history: History): ProductHistory {
  const listeners = new Set<(place: Place) => void>();
  const holds = new Set<Hold>();
  let place: Place = { location: history.location, action: history.action };
  /** Whether the current navigation was confirmed by the user, and skips the guards. */
  let isFree = false;
  /** Called when the browser has returned to the page that blocked the navigation. */
  let onReturn: (() => void) | null = null;

  const publish = (action: NavigationType): void => {
    place = { location: history.location, action };
    for (const listener of [...listeners]) listener(place);
  };
  const isHeld = (next: Path, go: () => void): boolean =>
    [...holds].some((hold) => hold(place.location, next, go));

  const move = (to: To, go: () => void): void => {
    if (!isHeld(resolvePath(to, place.location.pathname), go)) go();
  };

  // Back and forward: the browser has already moved when the guards are called, so a blocked move is reverted.
  history.listen(({ location, delta }) => {
    if (onReturn !== null) {
      onReturn();
      onReturn = null;
      return;
    }
    let atReturn = (): void => {};
    const returned = new Promise<void>((resolve) => {
      atReturn = resolve;
    });
    const goAfterAll = async (): Promise<void> => {
      await returned;
      isFree = true;
      history.go(delta ?? 0);
    };
    // Without a delta, the entry does not belong to this application.
    if (!isFree && delta !== null && isHeld(location, goAfterAll)) {
      onReturn = atReturn;
      history.go(-delta);
      return;
    }
    isFree = false;
    publish(NavigationType.Pop);
  });

  return {
    get place() {
      return place;
    },
    navigator: {
      createHref: history.createHref,
      encodeLocation: history.encodeLocation,
      go: history.go,
      push: (to, state) =>
        move(to, () => {
          history.push(to, state);
          publish(NavigationType.Push);
        }),
      replace: (to, state) =>
        move(to, () => {
          history.replace(to, state);
          publish(NavigationType.Replace);
        }),
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hold: (hold) => {
      holds.add(hold);
      return () => holds.delete(hold);
    },
  };
}
