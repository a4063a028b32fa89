/** Base path of the application: empty, or such as `/twin`. The server writes it into the page. */
export const basePath = (
  document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '/'
).replace(/\/$/, '');

/** Prefixes a path with the base path. Absolute URLs are returned unchanged. */
export const withBasePath = (address: string): string =>
  address.startsWith('/') ? `${basePath}${address}` : address;
