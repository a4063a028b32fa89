import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import { renderMarkdown } from '@twinward/domain/text/markdown';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { repositoryDirectory } from '../config/paths.ts';
import { AppError } from '../errors.ts';

const directory = join(repositoryDirectory, 'docs');

/** The pages of the product's documentation, in reading order. */
const documents = [
  ['guide', 'User guide'],
  ['demo', 'The demo'],
  ['language', 'The language of logic'],
  ['library', 'Library'],
  ['dashboards', 'Dashboards'],
  ['records', 'Records'],
  ['connections', 'Connections'],
  ['opcua', 'OPC UA'],
  ['configuration', 'Lists, units and settings'],
  ['relationships', 'Relationships and structures'],
  ['alarm-performance', 'Alarm performance and value'],
  ['query-guide', 'Queries'],
  ['queries', 'What a query means'],
  ['machines', 'Machines'],
  ['api', 'The API'],
  ['operations', 'Operations'],
  ['architecture', 'Architecture'],
] as const;

/** Serves the documentation at /docs, with its pictures and clips, without a session. */
export async function serveDocs(app: FastifyInstance, basePath: string): Promise<void> {
  for (const folder of ['images', 'clips']) {
    await app.register(fastifyStatic, {
      root: join(directory, folder),
      prefix: `/docs/${folder}/`,
      wildcard: false,
      index: false,
      decorateReply: false,
    });
  }

  const send = (reply: FastifyReply, title: string, content: string) =>
    sendPage(reply, title, content.replaceAll('href="/', `href="${basePath}`), basePath);

  app.get('/docs', (_request, reply) =>
    send(
      reply,
      'Documentation',
      '<h1>Documentation</h1><p>Choose a part, or see every <a href="/api/docs/">call of the API</a>.</p>',
    ),
  );
  app.get<{ Params: { name: string } }>('/docs/:name', async ({ params: { name } }, reply) => {
    const document = documents.find(([each]) => each === name);
    if (document === undefined) throw new AppError('not-found', `There is no document ${name}.`);
    const text = await readFile(join(directory, `${document[0]}.md`), 'utf8');
    return send(reply, document[1], withoutDeadLinks(renderMarkdown(text)));
  });
}

/** Replaces relative links to pages that the product does not serve by their text. */
function withoutDeadLinks(html: string): string {
  return html.replace(/<a href="([^"#:/][^"#:]*)(?:#[^"]*)?">(.*?)<\/a>/g, (link, name, label) =>
    documents.some(([each]) => each === name) ? link : label,
  );
}

function sendPage(reply: FastifyReply, title: string, content: string, basePath: string): FastifyReply {
  const links = documents.map(([name, label]) => `<a href="${basePath}docs/${name}">${label}</a>`).join('');
  return reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - Twinward</title>
<link rel="icon" href="${basePath}logo.svg">
<style nonce="${reply.cspNonce.style}">${style}</style>
</head>
<body>
<nav aria-label="Documentation"><a href="${basePath}docs"><strong>Twinward</strong></a>${links}</nav>
<main>
${content}
</main>
</body>
</html>
`);
}

const style = `
:root { color-scheme: light dark; --ink: light-dark(#1c2328, #e2e7ea); --line: light-dark(#d9dee2, #363f46);
  --soft: light-dark(#f4f6f7, #20272c); --link: light-dark(#1B618D, #7bc3ec); }
body { margin: 0; font: 15px/1.6 system-ui, sans-serif; color: var(--ink); background: light-dark(#fff, #161b1f); }
nav { display: flex; flex-wrap: wrap; gap: 4px 24px; padding: 12px 24px; border-bottom: 1px solid var(--line); }
main { max-width: 800px; padding: 8px 24px 64px; margin: 0 auto; }
a { color: var(--link); }
nav a { text-decoration: none; }
h1 { font-size: 24px; } h2 { font-size: 18px; margin-top: 32px; } h3 { font-size: 15px; }
h1, h2, h3 { line-height: 1.3; }
code { font: 13px/1.5 ui-monospace, monospace; background: var(--soft); padding: 1px 4px; border-radius: 3px; overflow-wrap: anywhere; }
pre { background: var(--soft); padding: 12px 16px; overflow-x: auto; border-radius: 4px; }
pre code { padding: 0; background: none; overflow-wrap: normal; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
img { display: block; max-width: 100%; height: auto; box-sizing: border-box; border: 1px solid var(--line); border-radius: 4px; }
th, td { text-align: left; vertical-align: top; padding: 6px 16px 6px 0; border-bottom: 1px solid var(--line); }
`;
