/** The `href` of an e-mail address, or of an address of the web. */
export const linkTo = (address: string): string => (/^https?:/.test(address) ? address : `mailto:${address}`);
