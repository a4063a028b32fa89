import type { buildVersion, getVersion } from '@twinward/contracts/core/version';
import { type ReactNode, useEffect, useState } from 'react';
import { call } from '../../shared/api/http.ts';
import { isDisplay } from '../../shared/session/display-token.ts';
import { LazyQuestion } from '../../ui/dialogs/lazy-question.tsx';
import { discardUnsavedChanges, hasUnsavedChanges } from '../../ui/form/unsaved-changes.ts';

/** The version of this code, checked against the contract's by its type. */
const ownVersion: typeof buildVersion = '25.05.28.0001';
const interval = 60_000;

/**
 * Polls the server's version every minute, and offers to load a newer one. A declined version is not offered again. A
 * display loads a newer version at once.
 */
export function VersionWatch({
  reload = () => window.location.reload(),
}: {
  reload?: () => void;
}): ReactNode {
  const [offered, setOffered] = useState<string>(ownVersion);
  const [declined, setDeclined] = useState<string>(ownVersion);
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    const timer = setInterval(() => {
      call<typeof getVersion>('GET /version.json').then(
        ({ version }) => setOffered(version),
        // Server not reachable: retried in a minute.
        () => undefined,
      );
    }, interval);
    return () => clearInterval(timer);
  }, []);

  const isUnattended = offered !== ownVersion && isDisplay();
  useEffect(() => {
    if (isUnattended) reload();
  }, [isUnattended, reload]);

  if (offered === ownVersion || offered === declined || isUnattended) return null;
  if (isAsking) {
    return (
      <LazyQuestion
        open
        title="Unsaved Changes"
        yes="Leave"
        no="Stay"
        onYes={() => {
          discardUnsavedChanges();
          reload();
        }}
        onNo={() => setIsAsking(false)}
      >
        Your unsaved changes will be discarded if you leave now.
      </LazyQuestion>
    );
  }
  return (
    <LazyQuestion
      open
      title="New Version Available"
      width={500}
      yes="Refresh Now"
      no="Close"
      onYes={() => (hasUnsavedChanges() ? setIsAsking(true) : reload())}
      onNo={() => setDeclined(offered)}
    >
      Please save your changes as soon as possible and refresh the page to load the new version.
    </LazyQuestion>
  );
}
