import { startSteadyServer } from '@twinward/server/src/testing/connectors/steady-server.ts';
import { valueAt } from './values.ts';

/** An OPC UA server, run in a separate process. It answers any message with its used processor time. */

const items = Number(process.argv[2]);
const server = await startSteadyServer(items, (item, second) => valueAt(items, item, second));
process.on('message', () => process.send!(process.cpuUsage()));
process.once('disconnect', () => void server.stop().then(() => process.exit()));
process.send!({ url: server.url });
