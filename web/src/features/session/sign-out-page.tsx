import { type ReactNode, useEffect } from 'react';
import { Navigate } from 'react-router';
import { signOut } from '../../shared/session/session.ts';

/** Ends the session and redirects to the sign-in page. */
export function SignOutPage(): ReactNode {
  useEffect(() => {
    void signOut();
  }, []);
  return <Navigate to="/signin" replace />;
}
