import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import type { ServerContext } from './platform/context.ts';
import type { WorkSide } from './platform/http/health.ts';
import { startMetrics } from './platform/http/metrics-route.ts';
import { collectProcessMetrics } from './platform/process/metrics.ts';

export interface RunningServer {
  /** Where a browser finds it. */
  address: string;
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
  const listening = app.server.address() as AddressInfo;
  const name = listening.family === 'IPv6' ? `[${listening.address}]` : listening.address;
  const close = async () => {
    await metrics?.close();
    await app.close();
  };
  return { address: `http://${name}:${listening.port}`, close };
}
