import { type ModelDefinitionInput, modelDefinition } from '@twinward/contracts/library/definition';
import type { PackageCheck } from '@twinward/contracts/library/package';
import { compareTexts } from '@twinward/domain/exchange/json';
import { packageFiles, toRecordText } from '@twinward/server/src/modules/exchange/package/write-package.ts';
import { createZip } from '@twinward/server/src/modules/system/file/service.ts';
import type { Client } from '@twinward/server/src/testing/client.ts';
import { withProduct } from './product.ts';
import { atMost, type BenchRow } from './row.ts';

/** Number of twins of the tenant, each with ten tags. Fewer are enough for a comparison. */
const twins = Number(process.env.PACKAGE_TWINS ?? 20_000);
const inputs = 10;
const protections = 5;
/** Fraction of 20,000 twins. The duration is proportional to it. */
const share = twins / 20_000;

/** Measures importing a tenant's twins from a package, and exporting them, with the product's commands. */
export function packagesBench(): Promise<BenchRow[]> {
  return withProduct(async ({ instance, signIn }) => {
    const content = await instance.withTenant('demo', (tenant) => createZip(packageFiles(tenant, kinds())));
    const client = await signIn();
    const idle = instance.peakMemory();
    const uploaded = await client.upload('plant.zip', [content], {}, '/api/exchange/checks');
    const checked = await follow(client, uploaded.text);
    const { counts, problems } = checked.result as PackageCheck;
    if (problems.length > 0 || counts.conflict > 0) throw new Error(JSON.stringify({ counts, problems }));
    const imported = await start(client, `/api/exchange/checks/${checked.commandId}/import`, {});
    const exported = await start(client, '/api/exchange/exports', {
      selection: ['asset', 'tag', 'twin'].map((kind) => ({ kind, keys: null })),
    });
    const size = `${twins} twins with ${inputs} tags and ${protections} protections each`;
    return [
      atMost(`packages: check of ${size}`, checked.seconds, 's', 300 * share),
      atMost(`packages: import of ${size}`, imported.seconds, 's', 300 * share),
      atMost(`packages: export of ${size}`, exported.seconds, 's', 60 * share),
      atMost('packages: memory above idle', (instance.peakMemory() - idle) / 1024 ** 2, 'MB', 500),
    ];
  });
}

async function start(client: Client, path: string, body: object) {
  return follow(client, JSON.stringify(await client.call('POST', path, body)));
}

/** Waits for a command. @param started the response with its id @returns its result and duration in seconds */
async function follow(client: Client, started: string) {
  const { commandId } = JSON.parse(started) as { commandId: string };
  const { status, error, result, startedAt, finishedAt } = await client.follow(
    commandId,
    (command) => command.finishedAt !== null,
  );
  if (status !== 'done') throw new Error(error ?? status);
  return { commandId, result, seconds: (Date.parse(finishedAt!) - Date.parse(startedAt!)) / 1000 };
}

const definition = modelDefinition.parse({
  tagAliases: Array.from({ length: inputs }, (_, i) => ({ id: i + 1, name: `Input ${i}` })),
  indicators: Array.from({ length: protections }, (_, i) => ({
    id: 100 + i,
    name: `Protection ${i}`,
    thresholds: [
      { id: 200 + i, name: 'High', logic: `[Input ${i}] > 1 OR [Input ${i + 5}] > 5`, level: 500 },
    ],
  })),
} satisfies ModelDefinitionInput);

/** The records of the package, by key. */
function kinds() {
  const assets = Array.from({ length: twins }, (_, i) => `A-${i}`).sort(compareTexts);
  return [
    { kind: 'asset', records: stream(assets, (asset) => [{ uniqueId: asset, assetName: `Asset ${asset}` }]) },
    {
      kind: 'tag',
      records: stream(assets, (asset) =>
        Array.from({ length: inputs }, (_, i) => ({
          name: `${asset}.${i}`,
          caption: 'Tag',
          type: 'data_point',
          assets: [asset],
        })),
      ),
    },
    {
      kind: 'twin',
      records: stream(assets, (asset) => [
        {
          asset,
          active: true,
          definition,
          tags: Object.fromEntries(Array.from({ length: inputs }, (_, i) => [`Input ${i}`, `${asset}.${i}`])),
        },
      ]),
    },
  ];
}

async function* stream(
  assets: readonly string[],
  toRecords: (asset: string) => unknown[],
): AsyncGenerator<string> {
  for (const asset of assets) yield* toRecords(asset).map(toRecordText);
}
