import { type ReactNode, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { ApiError } from '../api/api-error.ts';
import { isUndonePage, popUndonePage } from '../api/undone-page.ts';

/** Whether a call failed because the record in the URL does not exist. */
export const isUnknown = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/** Redirects to the not-found page, or goes back if the user just undid the creation of the record on its page. */
export function UnknownRecord(): ReactNode {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [isUndone] = useState(isUndonePage);
  useEffect(() => {
    if (isUndone && popUndonePage()) void navigate(-1);
  }, [isUndone, navigate]);
  return isUndone ? null : <Navigate to={`/notfound?${new URLSearchParams({ path: pathname })}`} replace />;
}

/** The id in a URL; null if it is not a number. */
export const idIn = (text: string | null | undefined): number | null =>
  text !== null && text !== undefined && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
