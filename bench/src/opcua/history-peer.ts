import { startHistoryServer } from '@twinward/server/src/testing/connectors/history-server.ts';

/** An OPC UA server with history, run in a separate process. */

const [items, values, start] = process.argv.slice(2).map(Number) as [number, number, number];
const { url, sources, nodeIds, stop } = await startHistoryServer(items, values, start);
process.once('disconnect', () => void stop().then(() => process.exit()));
process.send!({ url, sources, nodeIds });
