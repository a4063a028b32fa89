// `npm run demo:opcua`: an OPC UA server on this machine that plays a recorded reactor, to connect Twinward to.
import { join } from 'node:path';
import { serverDirectory } from '../../platform/config/paths.ts';
import { portOr, stopWithProcess } from '../process.ts';
import { nextFault, readRecording } from './recording.ts';
import { demoUser, keptHistory, startDemoServer } from './server.ts';

const port = portOr(4840);
const recording = await readRecording();
const server = await startDemoServer(recording, port, join(serverDirectory, '../.cache/demo-opcua'));

console.log(`An OPC UA server plays a recorded reactor at

  opc.tcp://127.0.0.1:${port}

Start Twinward with CONNECT_LOCAL=on, and add a connection of type OPC UA in Settings, Connections, with this address,
security 'Sign and encrypt', user ${demoUser.user} and password ${demoUser.password}. 'Test' shows the certificate of
this server, to be trusted; then 'Browse' lists ${recording.signals.length} signals in the folder Reactor.

Each gets a value every ${recording.step / 1000} s and keeps ${keptHistory / 3_600_000} hours of history. The next fault, warm reactor cooling water,
begins at ${new Date(nextFault(recording, Date.now())).toLocaleTimeString()}. Ctrl+C ends it.`);

stopWithProcess(server);
