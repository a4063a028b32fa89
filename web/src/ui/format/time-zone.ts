import { createContext, useContext } from 'react';

/** The zone in which times are read and written: the user's, or the browser's before sign-in. IANA name. */
const TimeZone = createContext(Intl.DateTimeFormat().resolvedOptions().timeZone);

export const TimeZoneProvider = TimeZone.Provider;
export const useTimeZone = (): string => useContext(TimeZone);
