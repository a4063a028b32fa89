import { z } from 'zod';
import { commandParams, commandReference } from '../core/command.ts';
import { contentTypes } from '../core/content-types.ts';
import { paging } from '../core/list.ts';
import { id, idParams, requiredText } from '../core/primitives.ts';
import { defineRoute } from '../core/route.ts';

/** Packages: records of several kinds in one file, which move between databases by their natural keys. */

const tag = 'Exchange';
const access = 'system';

/** Maximum size of a package in bytes. */
export const maximumPackageBytes = 256 * 1024 * 1024;

const kindName = z.string().max(60).describe('As in GET /api/exchange');

export const exchange = z
  .object({
    publicKey: z
      .string()
      .describe('Ed25519, DER (SPKI), base64: what packages of this database are signed with'),
    kinds: z.array(
      z.object({
        kind: z.string(),
        caption: z.string(),
        count: z.number().int().describe('Records that can be exported'),
        mayUse: z.boolean().describe('Whether the user may export and import them'),
      }),
    ),
  })
  .meta({ id: 'Exchange' });
export type Exchange = z.infer<typeof exchange>;

export const getExchange = defineRoute({
  method: 'GET',
  path: '/api/exchange',
  access,
  tag,
  summary: 'The kinds of records that packages hold, and the public key of this database',
  response: exchange,
});

export const listPackageKeys = defineRoute({
  method: 'POST',
  path: '/api/exchange/keys',
  access,
  tag,
  summary: 'The natural keys of the records of a kind, sorted, as far as they hold a text',
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
        .describe('Null: all records of the kind'),
    }),
  )
  .min(1, 'Please choose at least one kind.')
  .max(100)
  .meta({ id: 'PackageSelection' });
export type PackageSelection = z.infer<typeof packageSelection>;

const leftOut = z.array(z.object({ kind: z.string(), key: z.string(), reason: z.string() }));

/** The result of a command that exports a package. */
export const packageExport = z.object({
  fileName: z.string(),
  kinds: z.array(
    z.object({
      kind: z.string(),
      caption: z.string(),
      chosen: z.number().int(),
      added: z.number().int().describe('Taken along because others need them'),
    }),
  ),
  added: z
    .array(z.object({ kind: z.string(), key: z.string(), neededBy: z.string() }))
    .describe('The first 500 that were taken along'),
  leftOut: leftOut.describe('The first 500 that can’t leave'),
});
export type PackageExport = z.infer<typeof packageExport>;

export const startPackageExport = defineRoute({
  method: 'POST',
  path: '/api/exchange/exports',
  access,
  tag,
  summary: 'Write records, and what they need, to a signed package, as a command',
  body: z.strictObject({ selection: packageSelection }),
  status: 202,
  response: commandReference,
});

export const downloadPackage = defineRoute({
  method: 'GET',
  path: '/api/exchange/exports/:commandId',
  access,
  tag,
  summary: 'The package of an export of the user, kept for a day',
  params: commandParams,
  response: 'file',
  contentTypes: [contentTypes.zip],
});

export const packageProblem = z
  .object({ place: z.string().describe('File, record and field'), message: z.string() })
  .meta({ id: 'PackageProblem' });
export type PackageProblem = z.infer<typeof packageProblem>;

export const packageActions = ['create', 'update', 'skip', 'conflict'] as const;
export type PackageAction = (typeof packageActions)[number];

export const signatureStates = ['own', 'other', 'none', 'invalid'] as const;

/** The result of a command that checks a package. */
export const packageCheck = z.object({
  fileName: z.string(),
  source: z.string().describe('Name of the database that it was made in'),
  createdAt: z.iso.datetime(),
  productVersion: z.string(),
  signature: z.enum(signatureStates).describe('own: of this database. invalid: it does not fit'),
  publicKey: z.string().nullable(),
  problems: z.array(packageProblem).describe('What is wrong with the package; it can’t be imported then'),
  counts: z.object({
    create: z.number().int(),
    update: z.number().int(),
    skip: z.number().int(),
    conflict: z.number().int(),
  }),
  missingUsers: z.array(z.string()).describe('User names that records name and nobody here has'),
  leftOut: leftOut.describe('What was chosen for the package and could not leave its database'),
});
export type PackageCheck = z.infer<typeof packageCheck>;

export const startPackageCheck = defineRoute({
  method: 'POST',
  path: '/api/exchange/checks',
  access,
  tag,
  summary: 'Upload a package and say, as a command, what an import would do with each record. Writes nothing',
  body: 'file',
  status: 202,
  response: commandReference,
});

export const packageRow = z
  .object({
    kind: z.string(),
    key: z.string(),
    action: z.enum(packageActions),
    differences: z
      .array(z.object({ path: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }))
      .describe('Of an update; the first 100. A value that is absent is not there on that side'),
    message: z.string().nullable().describe('Why the record is in conflict'),
  })
  .meta({ id: 'PackageRow' });
export type PackageRow = z.infer<typeof packageRow>;

export const listPackageRows = defineRoute({
  method: 'GET',
  path: '/api/exchange/checks/:commandId/rows',
  access,
  tag,
  summary: 'What an import would do with each record of a package that was checked',
  params: commandParams,
  query: paging.extend({ action: z.enum(packageActions).optional(), kind: kindName.optional() }),
  response: z.array(packageRow),
  paged: true,
});

export const startPackageImport = defineRoute({
  method: 'POST',
  path: '/api/exchange/checks/:commandId/import',
  access,
  tag,
  summary:
    'Import a package that was checked, in one transaction, as a command. What it changes is kept to roll it back',
  params: commandParams,
  body: z
    .strictObject({
      trust: z
        .boolean()
        .default(false)
        .describe('Import it though it is not signed by this database; only administrators may'),
      leaveOutConflicts: z.boolean().default(false).describe('Import the others'),
      leaveOutUsers: z.boolean().default(false).describe('Import without users that are not here'),
      startPatterns: z
        .boolean()
        .default(false)
        .describe('Whether the trained patterns of new twins go into service'),
    })
    .meta({ id: 'PackageImportOptions' }),
  status: 202,
  response: commandReference,
});

export const packageImport = z
  .object({
    id,
    fileName: z.string(),
    source: z.string(),
    publicKey: z.string().nullable().describe('By which it was signed; null: it was not signed'),
    importedAt: z.iso.datetime(),
    importedBy: z.string().nullable().describe('User name; null once the user is deleted'),
    created: z.number().int(),
    updated: z.number().int(),
    rolledBackAt: z.iso.datetime().nullable(),
    rolledBackBy: z.string().nullable(),
  })
  .meta({ id: 'PackageImport' });
export type PackageImport = z.infer<typeof packageImport>;

export const listPackageImports = defineRoute({
  method: 'GET',
  path: '/api/exchange/imports',
  access,
  tag,
  summary: 'Imports of packages, the latest first',
  query: paging,
  response: z.array(packageImport),
  paged: true,
});

export const rollBackPackageImport = defineRoute({
  method: 'POST',
  path: '/api/exchange/imports/:id/roll-back',
  access,
  tag,
  summary:
    'Take an import back, as a command: what it created is deleted, what it changed is as it was. Refused where a record was changed since',
  params: idParams,
  status: 202,
  response: commandReference,
});
