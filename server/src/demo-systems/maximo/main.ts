// `npm run demo:maximo`: a Maximo on this machine that has the demo's machine and engines, to connect Twinward to.
import { portOr, stopWithProcess } from '../process.ts';
import { site } from './plant.ts';
import { course, DemoMaximo } from './server.ts';

const maximo = await new DemoMaximo().start(portOr(9080));

console.log(`A Maximo with the demo's machine and engines answers at

  ${maximo.origin}/maximo

Start Twinward with CONNECT_LOCAL=on, and add a connection of type IBM Maximo in Settings, Connections, with this address,
API key ${maximo.apikey}, site ${site}, order types CM and PM, service request type SR, and attribute of the request externalrecid.
docs/demo.md says how it goes on.

It has ${maximo.assets.length} assets and ${maximo.orders.length} work orders. A service request moves on by itself, by minutes after it arrived:
${course.map(({ after, status }) => `${status} after ${after}`).join(', ')}. Ctrl+C ends it, and it forgets the requests.`);

const timer = setInterval(() => {
  for (const { ticketid, description, status } of maximo.moveOn())
    console.log(`${new Date().toLocaleTimeString()}  ${ticketid} '${description}' is ${status}`);
}, 1000);

stopWithProcess({
  stop() {
    clearInterval(timer);
    return maximo.stop();
  },
});
