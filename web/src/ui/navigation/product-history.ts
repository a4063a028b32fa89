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

/** The page that is shown, and how it was reached. */
export interface Place {
  location: Location;
  action: NavigationType;
}

/**
 * Holds a navigation back if it returns true.
 * @param go makes the navigation after all
 */
export type Hold = (current: Path, next: Path, go: () => void) => boolean;

/** The pages that were opened one after the other. */
export interface ProductHistory {
  /** Moves without going through the address of the page, as react-router's `Router` wants it. */
  readonly navigator: Navigator;
  readonly place: Place;
  /** Calls back after each navigation. @returns stops that */
  listen(listener: (place: Place) => void): () => void;
  /** Asks before each navigation. @returns stops that */
  hold(hold: Hold): () => void;
}

type History = ReturnType<typeof UNSAFE_createBrowserHistory | typeof UNSAFE_createMemoryHistory>;

/** The history of the browser, or one of a test, with pages that may hold navigations back. */
export function createProductHistory(history: History): ProductHistory {
  const listeners = new Set<(place: Place) => void>();
  const holds = new Set<Hold>();
  let place: Place = { location: history.location, action: history.action };
  /** Whether the browser is going where the user chose to go after all. */
  let isFree = false;
  /** Called once the browser is back at the page that held it. */
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

  // Of the ways back and forward, which have led elsewhere before anybody can hold them.
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
    // Without a delta the page before is not one of the product.
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
