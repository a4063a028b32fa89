import { useLocation } from 'react-router';

/** What the link of a mail names. */
export interface MailLink {
  databaseName: string;
  token: string;
}

/** Reads the link of a mail; null when it is incomplete. */
export function useMailLink(): MailLink | null {
  const { hash, search } = useLocation();
  // After the # it reaches no server and no log. Mails of earlier versions have a query instead.
  const parts = new URLSearchParams(hash === '' ? search : hash.slice(1));
  const databaseName = parts.get('database');
  const token = parts.get('token');
  return databaseName && token ? { databaseName, token } : null;
}
