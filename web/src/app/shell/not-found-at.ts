import type { Location } from 'react-router';

/** The not-found page of the requested address. */
export const notFoundAt = ({ pathname, search }: Location) => ({
  pathname: '/notfound',
  search: `?${new URLSearchParams({ path: pathname + search })}`,
});
