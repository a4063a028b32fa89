import { type AddressInfo, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { buildApp } from './app.ts';
import type { ServerContext } from './platform/context.ts';
import type { WorkSide } from './platform/http/health.ts';
import { startMetrics } from './platform/http/metrics-route.ts';
import { collectProcessMetrics } from './platform/process/metrics.ts';

export interface RunningServer {
  /** Where browsers find it: at each address of this machine where it listens on all. */
  addresses: string[];
  close(): Promise<void>;
}

/**
 * Builds the app and listens.
 * @param work the thread that does the work, when there is one.
 * @throws Error with the code EADDRINUSE when the port is taken.
 */
export async function startServe(context: ServerContext, work: WorkSide | null): Promise<RunningServer> {
  collectProcessMetrics();
  const app = await buildApp(context, { work });
  const { host, port, http } = context.config;
  let metrics: Awaited<ReturnType<typeof startMetrics>> | null = null;
  try {
    if (http.metricsPort !== null) {
      metrics = await startMetrics(context, http.metricsPort, work);
      context.log.info({ port: metrics.port }, 'the metrics have a port of their own');
    }
    await app.listen({ host, port });
  } catch (error) {
    await metrics?.close();
    await app.close();
    throw error;
  }
  const { address, port: listening } = app.server.address() as AddressInfo;
  const close = async () => {
    await metrics?.close();
    await app.close();
  };
  const addresses = reachableAt(address).map(
    (each) => `http://${isIPv6(each) ? `[${each}]` : each}:${listening}${http.basePath.slice(0, -1)}`,
  );
  return { addresses, close };
}

/** An address to listen on, or those of this machine for all: its own loopback first. */
export function reachableAt(address: string, interfaces = networkInterfaces()): string[] {
  if (address !== '0.0.0.0' && address !== '::') return [address];
  const own = Object.values(interfaces)
    .flatMap((each) => each ?? [])
    // A link-local address needs the name of an interface, which browsers don't take.
    .filter(
      (each) =>
        !each.internal && (address === '::' || each.family === 'IPv4') && !/^fe80:/i.test(each.address),
    )
    .map((each) => each.address);
  return ['127.0.0.1', ...own];
}
