import type { IncomingMessage } from 'node:http';

/**
 * Gives the path of a request below the base path. A request without the base path is taken too: proxies may remove it.
 */
export function createPathReader(basePath: string): (request: IncomingMessage) => string {
  return ({ url = '/' }) => {
    if (url.startsWith(basePath)) return url.slice(basePath.length - 1);
    // The address without its last slash.
    return `${url}/` === basePath || url.startsWith(`${basePath.slice(0, -1)}?`) ? '/' : url;
  };
}
