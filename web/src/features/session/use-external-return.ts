import { useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { signInExternally } from '../../shared/session/session.ts';
import { failureMessage } from '../../ui/feedback/failure.ts';

interface ExternalCode {
  code: string;
  databaseName: string;
}

const destinationKey = 'twinward.destination';

/** Keeps the requested page while the browser is at the identity provider. */
export function storeDestination({ state }: Location): void {
  sessionStorage.setItem(destinationKey, JSON.stringify(state ?? null));
}

function popDestination(): unknown {
  const kept = sessionStorage.getItem(destinationKey);
  sessionStorage.removeItem(destinationKey);
  try {
    return JSON.parse(kept ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const externalFailed =
  'The sign-in at your organization failed. Please try again, or ask an administrator for access.';

/** The result of the identity provider in the URL: a code and database, or an error. */
function returnedWith({ hash, search }: Location): 'failed' | ExternalCode | null {
  const parts = new URLSearchParams(hash.slice(1));
  const code = parts.get('external');
  if (code !== null) return { code, databaseName: parts.get('database') ?? '' };
  return new URLSearchParams(search).get('external') === 'failed' ? 'failed' : null;
}

/**
 * Signs in a user who returns with a code, which is removed from the URL at once.
 * @returns whether the sign-in is in progress
 */
export function useExternalReturn(onFailure: (message: string) => void): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => returnedWith(location));
  const [goesOn, setGoesOn] = useState(returned !== null && returned !== 'failed');
  const begun = useRef(false);
  useEffect(() => {
    if (returned === null || begun.current) return;
    begun.current = true;
    void navigate('/signin', { replace: true, state: popDestination() });
    if (returned === 'failed') {
      onFailure(externalFailed);
      return;
    }
    signInExternally(returned).catch((error: unknown) => {
      setGoesOn(false);
      onFailure(failureMessage(error, externalFailed));
    });
  }, [returned, navigate, onFailure]);
  return goesOn;
}
