import { PiServer } from '@twinward/server/src/testing/connectors/pi/server.ts';

/** PI Web API in a separate process: `points` with `values` each, one per second from `start` on. */

const [points, values, start] = process.argv.slice(2).map(Number) as [number, number, number];
const server = new PiServer();
for (let point = 0; point < points; point++) {
  const path = server.add(`v${point}`);
  for (let i = 0; i < values; i++)
    server.record(path, ((i * 31 + point * 17) % 9973) / 100, { time: start + i * 1000 });
}
await server.start();
process.once('disconnect', () => process.exit());
process.send!({
  url: server.url,
  user: server.user,
  password: server.password,
  webIds: server.archive.points.map(({ webId }) => webId),
  paths: server.archive.points.map(({ path }) => path),
});
