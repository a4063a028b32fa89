import type { ReactNode } from 'react';
import {
  type RouteObject,
  resolvePath,
  type To,
  UNSAFE_createBrowserHistory,
  UNSAFE_createMemoryHistory,
  useRoutes,
} from 'react-router';
import { createProductHistory, type Place, type ProductHistory } from '../ui/navigation/product-history.ts';
import { ProductRouter } from '../ui/navigation/product-router.tsx';

/** Routes with their own history. */
interface Routed {
  readonly history: ProductHistory;
  readonly routes: RouteObject[];
  readonly state: Place;
  /** Opens a URL, or goes back or forward. */
  navigate(to: To | number, options?: { state?: unknown }): void;
}

/** Creates routes for `TestRouter`, starting at the first entry, or at the URL of the browser. */
export function createTestRouter(
  routes: RouteObject[],
  { initialEntries = ['/'], isBrowser = false }: { initialEntries?: string[]; isBrowser?: boolean } = {},
): Routed {
  const history = createProductHistory(
    isBrowser ? UNSAFE_createBrowserHistory() : UNSAFE_createMemoryHistory({ initialEntries }),
  );
  return {
    history,
    routes,
    get state() {
      return history.place;
    },
    navigate: (to, { state } = {}) =>
      typeof to === 'number'
        ? history.navigator.go(to)
        : history.navigator.push(resolvePath(to, history.place.location.pathname), state),
  };
}

/** Renders the route of the current URL. */
export const TestRouter = ({ router }: { router: Routed }): ReactNode => (
  <ProductRouter history={router.history}>
    <Shown routes={router.routes} />
  </ProductRouter>
);

const Shown = ({ routes }: { routes: RouteObject[] }): ReactNode => useRoutes(routes);
