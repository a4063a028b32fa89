import type { ReactNode } from 'react';
import { Navigate, UNSAFE_createBrowserHistory, useLocation, useRoutes } from 'react-router';
import { withBasePath } from '../shared/address/base-path.ts';
import { createProductHistory } from '../ui/navigation/product-history.ts';
import { ProductRouter } from '../ui/navigation/product-router.tsx';
import { builtRoutes } from './routes.tsx';
import { FailureBoundary } from './shell/failure-boundary.tsx';
import { Frame } from './shell/frame.tsx';
import { Guarded } from './shell/guarded.tsx';
import { notFoundAt } from './shell/not-found-at.ts';

const history = createProductHistory(UNSAFE_createBrowserHistory());

const routes = [
  {
    element: (
      <FailureBoundary>
        <Frame />
      </FailureBoundary>
    ),
    children: [
      { index: true, element: <Navigate to="/home" replace /> },
      ...builtRoutes.map((entry) => ({
        path: entry.path,
        element: (
          <FailureBoundary>
            <Guarded entry={entry} />
          </FailureBoundary>
        ),
      })),
      { path: '*', element: <UnknownAddress /> },
    ],
  },
];

/** The screen of the current URL, in the frame of the application. */
export const ScreenRouter = (): ReactNode => (
  <ProductRouter history={history} basename={withBasePath('/')}>
    <ScreenOfAddress />
  </ProductRouter>
);

const ScreenOfAddress = (): ReactNode => useRoutes(routes);

function UnknownAddress(): ReactNode {
  return <Navigate to={notFoundAt(useLocation())} replace />;
}
