import { z } from 'zod';
import { startsCommand } from '../core/command.ts';
import { returnsFile } from '../core/content-types.ts';
import { paging } from '../core/list.ts';
import { id, requiredText } from '../core/primitives.ts';
import { routeGroup } from '../core/route.ts';

/** Packages: records of several kinds in one file. Natural keys identify the records in each database. */

const defineRoute = routeGroup('Exchange');
const access = 'system';

/** Maximum size of a package in bytes. */
export const maximumPackageBytes = 256 * 1024 * 1024;

const kindName = z.string().max(60).describe('Kind of records, as returned by GET /api/exchange');

export const exchange = z
  .object({
    publicKey: z
      .string()
      .describe('Public key for the signatures of this database: Ed25519, DER (SPKI), base64'),
    kinds: z.array(
      z.object({
        kind: z.string(),
        caption: z.string(),
        count: z.number().int().describe('Number of records that can be exported'),
        mayUse: z.boolean().describe('Whether the user may export and import them'),
      }),
    ),
  })
  .meta({ id: 'Exchange' });
export type Exchange = z.infer<typeof exchange>;

export const getExchange = defineRoute('GET /api/exchange', {
  access,
  summary: 'Get the kinds of records that packages can contain, and the public key of this database',
  response: exchange,
});

export const listPackageKeys = defineRoute('POST /api/exchange/keys', {
  access,
  summary: 'List the natural keys of the records of a kind that contain a text, sorted',
  query: paging,
  body: z.strictObject({ kind: kindName, text: z.string().max(200).default('') }),
  response: z.array(z.object({ key: z.string() })),
  paged: true,
});

export const packageSelection = z
  .array(
    z.strictObject({
      kind: kindName,
      keys: z
        .array(requiredText(500))
        .min(1, 'Please choose at least one record.')
        .max(10_000)
        .nullable()
        .default(null)
        .describe('Natural keys of the records; null for all records of the kind'),
    }),
  )
  .min(1, 'Please choose at least one kind.')
  .max(100)
  .meta({ id: 'PackageSelection' });
export type PackageSelection = z.infer<typeof packageSelection>;

const leftOut = z.array(z.object({ kind: z.string(), key: z.string(), reason: z.string() }));

/** The result of a command that exports a package. */
const packageExport = z.object({
  fileName: z.string(),
  kinds: z.array(
    z.object({
      kind: z.string(),
      caption: z.string(),
      chosen: z.number().int(),
      added: z.number().int().describe('Number of records that were added because others need them'),
    }),
  ),
  added: z
    .array(z.object({ kind: z.string(), key: z.string(), neededBy: z.string() }))
    .describe('First 500 of the added records'),
  leftOut: leftOut.describe('First 500 of the records that cannot be exported'),
});
export type PackageExport = z.infer<typeof packageExport>;

export const startPackageExport = defineRoute('POST /api/exchange/exports', {
  access,
  summary: 'Export records, and the records that they need, to a signed package, as a command',
  body: z.strictObject({ selection: packageSelection }),
  ...startsCommand,
});

export const downloadPackage = defineRoute('GET /api/exchange/exports/:commandId', {
  access,
  summary: 'Download the package of one of your exports; packages are kept for a day',
  ...returnsFile('zip'),
});

export const packageProblem = z
  .object({ place: z.string().describe('File, record and field'), message: z.string() })
  .meta({ id: 'PackageProblem' });
export type PackageProblem = z.infer<typeof packageProblem>;

export const packageActions = ['create', 'update', 'skip', 'conflict'] as const;
export type PackageAction = (typeof packageActions)[number];

const signatureStates = ['own', 'other', 'none', 'invalid'] as const;

/** The result of a command that checks a package. */
const packageCheck = z.object({
  fileName: z.string(),
  source: z.string().describe('Name of the database in which it was created'),
  createdAt: z.iso.datetime(),
  productVersion: z.string(),
  signature: z
    .enum(signatureStates)
    .describe(
      'own: signed by this database; other: signed by another database; none: not signed; invalid: the signature is wrong',
    ),
  publicKey: z.string().nullable(),
  problems: z.array(packageProblem).describe('Errors in the package; with errors, it cannot be imported'),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    skip: z.number().int(),
    conflict: z.number().int(),
  }),
  missingUsers: z.array(z.string()).describe('User names in the records that do not exist in this database'),
  leftOut: leftOut.describe('Records that were chosen but could not be exported'),
});
export type PackageCheck = z.infer<typeof packageCheck>;

export const startPackageCheck = defineRoute('POST /api/exchange/checks', {
  access,
  summary:
    'Upload a package and check what an import would do with each record, as a command. Writes nothing',
  body: 'file',
  ...startsCommand,
});

export const packageRow = z
  .object({
    kind: z.string(),
    key: z.string(),
    action: z.enum(packageActions),
    differences: z
      .array(z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
      .describe('First 100 differences of an update; a side without a value omits it'),
    message: z.string().nullable().describe('Reason of a conflict; null if there is none'),
  })
  .meta({ id: 'PackageRow' });
export type PackageRow = z.infer<typeof packageRow>;

export const listPackageRows = defineRoute('GET /api/exchange/checks/:commandId/rows', {
  access,
  summary: 'List what an import would do with each record of a checked package',
  query: paging.extend({ action: z.enum(packageActions).optional(), kind: kindName.optional() }),
  response: z.array(packageRow),
  paged: true,
});

export const startPackageImport = defineRoute('POST /api/exchange/checks/:commandId/import', {
  access,
  summary: 'Import a checked package in one transaction, as a command. The import can be rolled back',
  body: z
    .strictObject({
      trust: z
        .boolean()
        .default(false)
        .describe('Whether to import a package that is not signed by this database; administrators only'),
      leaveOutConflicts: z
        .boolean()
        .default(false)
        .describe('Whether to skip conflicts and import the other records'),
      leaveOutUsers: z
        .boolean()
        .default(false)
        .describe('Whether to leave out users that do not exist in this database'),
      startPatterns: z
        .boolean()
        .default(false)
        .describe('Whether to put the trained patterns of new twins into service'),
    })
    .meta({ id: 'PackageImportOptions' }),
  ...startsCommand,
});

export const packageImport = z
  .object({
    id,
    fileName: z.string(),
    source: z.string(),
    publicKey: z
      .string()
      .nullable()
      .describe('Public key of the signature; null if the package was not signed'),
    importedAt: z.iso.datetime(),
    importedBy: z.string().nullable().describe('User name; null if the user was deleted'),
    created: z.number().int(),
    updated: z.number().int(),
    rolledBackAt: z.iso.datetime().nullable(),
    rolledBackBy: z.string().nullable(),
  })
  .meta({ id: 'PackageImport' });
export type PackageImport = z.infer<typeof packageImport>;

export const listPackageImports = defineRoute('GET /api/exchange/imports', {
  access,
  summary: 'List the imports of packages, latest first',
  query: paging,
  response: z.array(packageImport),
  paged: true,
});

export const rollBackPackageImport = defineRoute('POST /api/exchange/imports/:id/roll-back', {
  access,
  summary:
    'Roll back an import, as a command: deletes what it created and restores what it changed. Refused if a record was changed since',
  ...startsCommand,
});
