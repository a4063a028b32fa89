import type { Location } from 'react-router';

/** The not-found page, told which address was asked for. */
export const notFoundAt = ({ pathname, search }: Location) => ({
  pathname: '/notfound',
  search: `?${new URLSearchParams({ path: pathname + search })}`,
});
