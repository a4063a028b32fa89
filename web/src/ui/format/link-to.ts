/** The `href` of an e-mail address or URL. */
export const linkTo = (address: string): string => (/^https?:/.test(address) ? address : `mailto:${address}`);
