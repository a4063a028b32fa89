import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { endSession, sessionExpired } from '../../shared/session/credentials.ts';
import { onEndChange, readEnd } from '../../shared/session/expiry.ts';
import { extendSession, signOut } from '../../shared/session/session.ts';
import { LazyQuestion } from '../../ui/dialogs/lazy-question.tsx';
import { useExtendWhileActive } from './use-extend-while-active.ts';
import { useLastMinute } from './use-last-minute.ts';

/** Asks in the last minute of a session whether to extend it, and ends it without an answer. */
export function SessionCountdown({ sessionId }: { sessionId: string }): ReactNode {
  const end = useSyncExternalStore(onEndChange, () => readEnd(sessionId));
  const seconds = useLastMinute(end);
  const [isExtending, setIsExtending] = useState(false);
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) endSession(sessionExpired);
  }, [isOver]);
  const extendQuietly = () => void extendSession(sessionId);
  useExtendWhileActive(end, extendQuietly);
  if (seconds === null || isOver) return null;

  const extend = (): void => {
    setIsExtending(true);
    void extendSession(sessionId).finally(() => setIsExtending(false));
  };
  const remaining = `You will be automatically signed out in ${seconds} seconds.`;
  return (
    <LazyQuestion
      open
      title="Session timeout"
      width={500}
      yes="Stay signed in"
      no="Sign me out"
      focus="yes"
      busy={isExtending}
      onYes={extend}
      onNo={() => void signOut()}
    >
      <Typography>Your session is about to expire.</Typography>
      <Typography sx={{ py: 2, fontVariantNumeric: 'tabular-nums' }}>{remaining}</Typography>
      <Typography>Do you want to extend this session?</Typography>
      {/* Announced every 15 seconds, not every second. */}
      <div role="status" className="visually-hidden">
        {seconds % 15 === 0 ? remaining : ''}
      </div>
    </LazyQuestion>
  );
}
