import { createContext, useContext } from 'react';

/** The time zone of the user, or of the browser before sign-in, as an IANA name. */
const TimeZone = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const TimeZoneProvider = TimeZone.Provider;
export const useTimeZone = (): string => useContext(TimeZone);
