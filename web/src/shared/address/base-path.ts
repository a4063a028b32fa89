/** Path below which the product stands: empty, or as `/twin`. The server writes it into the page. */
export const basePath = (
  document.querySelector('meta[name="base-path"]')?.getAttribute('content') ?? '/'
).replace(/\/$/, '');

/** The address of a path of the product; addresses elsewhere stay as they are. */
export const withBasePath = (address: string): string =>
  address.startsWith('/') ? `${basePath}${address}` : address;
