import { useEffect, useRef, useState } from 'react';
import { type Location, useLocation, useNavigate } from 'react-router';
import { signInExternally } from '../../shared/session/session.ts';
import { failureMessage } from '../../ui/feedback/failure.ts';

interface ExternalCode {
  code: string;
  databaseName: string;
}

const destinationKey = 'twinward.destination';

/** Keeps where one was going while the browser is away at the identity provider. */
export function keepDestination({ state }: Location): void {
  sessionStorage.setItem(destinationKey, JSON.stringify(state ?? null));
}

function takeDestination(): unknown {
  const kept = sessionStorage.getItem(destinationKey);
  sessionStorage.removeItem(destinationKey);
  try {
    return JSON.parse(kept ?? 'null') as unknown;
  } catch {
    return null;
  }
}

const externalFailed =
  'The sign-in at your organization did not work. Please try again, or ask an administrator for access.';

/** What the browser came back with from the identity provider: a code of a database, or that it failed. */
function returnedWith({ hash, search }: Location): 'failed' | ExternalCode | null {
  const parts = new URLSearchParams(hash.slice(1));
  const code = parts.get('external');
  if (code !== null) return { code, databaseName: parts.get('database') ?? '' };
  return new URLSearchParams(search).get('external') === 'failed' ? 'failed' : null;
}

/** Signs in who comes back; the code is taken out of the address at once. @returns whether that goes on. */
export function useExternalReturn(onFailure: (message: string) => void): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const [returned] = useState(() => returnedWith(location));
  const [goesOn, setGoesOn] = useState(returned !== null && returned !== 'failed');
  const begun = useRef(false);
  useEffect(() => {
    if (returned === null || begun.current) return;
    begun.current = true;
    void navigate('/signin', { replace: true, state: takeDestination() });
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
