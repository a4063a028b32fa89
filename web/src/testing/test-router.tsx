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

/** Routes with a history of their own. */
interface Routed {
  readonly history: ProductHistory;
  readonly routes: RouteObject[];
  readonly state: Place;
  /** Opens an address, or goes back or forward. */
  navigate(to: To | number, options?: { state?: unknown }): void;
}

/** Routes for `TestRouter`, from the first address, or as the browser's address says. */
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

/** Shows the route of the address. */
export const TestRouter = ({ router }: { router: Routed }): ReactNode => (
  <ProductRouter history={router.history}>
    <Shown routes={router.routes} />
  </ProductRouter>
);

const Shown = ({ routes }: { routes: RouteObject[] }): ReactNode => useRoutes(routes);
