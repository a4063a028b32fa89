import { useLocation } from 'react-router';

/** The parameters of a mail link. */
export interface MailLink {
  databaseName: string;
  token: string;
}

/** Reads the parameters of a mail link; null if incomplete. */
export function useMailLink(): MailLink | null {
  const { hash, search } = useLocation();
  // After the #, so that it is not sent to servers or logged. Mails of earlier versions use the query instead.
  const parts = new URLSearchParams(hash === '' ? search : hash.slice(1));
  const databaseName = parts.get('database');
  const token = parts.get('token');
  return databaseName && token ? { databaseName, token } : null;
}
