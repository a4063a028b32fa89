import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { ApiError } from '../api/api-error.ts';

/** Whether a call failed because what the address names is not there. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Leads from an address that names nothing to the page that says so. */
export function UnknownRecord(): ReactNode {
  const { pathname } = useLocation();
  return <Navigate to={`/notfound?${new URLSearchParams({ path: pathname })}`} replace />;
}

/** The id in an address; null where it is none. */
export const idIn = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
