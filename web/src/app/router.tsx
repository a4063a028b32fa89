import { createBrowserRouter, Navigate, useLocation } from 'react-router';
import { withBasePath } from '../shared/address/base-path.ts';
import { builtRoutes } from './routes.tsx';
import { Frame } from './shell/frame.tsx';
import { Guarded } from './shell/guarded.tsx';
import { notFoundAt } from './shell/not-found-at.ts';
import { ScreenFailure } from './shell/screen-failure.tsx';

export const createRouter = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter(
    [
      {
        element: <Frame />,
        errorElement: <ScreenFailure />,
        children: [
          { index: true, element: <Navigate to="/home" replace /> },
          ...builtRoutes.map((entry) => ({
            path: entry.path,
            element: <Guarded entry={entry} />,
            errorElement: <ScreenFailure />,
          })),
          { path: '*', element: <UnknownAddress /> },
        ],
      },
    ],
    { basename: withBasePath('/') },
  );

function UnknownAddress(): React.ReactNode {
  return <Navigate to={notFoundAt(useLocation())} replace />;
}
