import type { IncomingMessage } from 'node:http';

/**
 * Returns a function that removes the base path from the path of a request. Requests without the base path are accepted
 * too, since proxies may remove it.
 */
export function createPathReader(basePath: string): (request: IncomingMessage) => string {
  return ({ url = '/' }) => {
    if (url.startsWith(basePath)) return url.slice(basePath.length - 1);
    // The base path without its last slash.
    return `${url}/` === basePath || url.startsWith(`${basePath.slice(0, -1)}?`) ? '/' : url;
  };
}
