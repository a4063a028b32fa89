/** Why the server can't start, in words for whoever started it: what is wrong, and what would be right. */
export class StartError extends Error {
  override name = 'StartError';
}
