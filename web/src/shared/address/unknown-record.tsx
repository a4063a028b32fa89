import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../api/api-error.ts';

/** Whether a call failed because the record in the URL does not exist. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Redirects to the not-found page. */
export function UnknownRecord(): ReactNode {
  const { pathname } = useLocation();
  return <Navigate to={`/notfound?${new URLSearchParams({ path: pathname })}`} replace />;
}

/** The id in a URL; null if it is not a number. */
export const idIn = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
