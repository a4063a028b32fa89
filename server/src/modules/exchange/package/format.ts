import { createHash } from 'node:crypto';
import { buildVersion } from '@twinward/contracts/core/version';
import { z } from 'zod';

/** The format version that this product writes; it reads this one and older ones. */
export const formatVersion = 1;
export const manifestName = 'manifest.json';
export const signatureName = 'signature.json';
/** The file that lists what an import created, in the package that undoes the import. */
export const deletesName = 'deletes.json';
export const toFileName = (kind: string): string => `${kind}.json`;

/** Limits of a package that is read. */
export const limits = {
  /** Size of the uploaded file. */
  bytes: 256 * 1024 * 1024,
  /** Size of all files together, unpacked. */
  unpackedBytes: 2 * 1024 * 1024 * 1024,
  /** Ratio of unpacked to packed size, above 16 MiB; deflate reaches 1,032. */
  ratio: 250,
  manifestBytes: 4 * 1024 * 1024,
  recordBytes: 16 * 1024 * 1024,
  records: 500_000,
  problems: 1000,
};

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const deletionSchema = z.strictObject({ kind: z.string().max(60), key: z.string().max(5000) });

const arrayFile = { count: z.number().int().nonnegative(), sha256 };
/** The entry of a manifest for a file that holds an array of records. */
export type ArrayFile = z.infer<z.ZodObject<typeof arrayFile>>;

export const manifestSchema = z.strictObject({
  format: z.literal('twinward-package'),
  formatVersion: z.number().int().positive(),
  productVersion: z.string().max(40),
  createdAt: z.iso.datetime(),
  source: z.string().max(200).describe('Name of the database that it was made in'),
  kinds: z.array(z.strictObject({ kind: z.string().max(60), ...arrayFile })).max(100),
  deletes: z
    .union([z.array(deletionSchema).max(500_000), z.strictObject(arrayFile)])
    .default([])
    .describe(
      'Of the package that takes an import back: what it created, in older packages as a list, else in deletes.json',
    ),
  leftOut: z
    .array(
      z.strictObject({ kind: z.string().max(60), key: z.string().max(5000), reason: z.string().max(2000) }),
    )
    .max(500)
    .default([])
    .describe('What was chosen and can’t leave its database; omitted when empty'),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** Signs the bytes of the manifest. */
export const signatureSchema = z.strictObject({
  algorithm: z.literal('Ed25519'),
  publicKey: z.string().max(200).describe('DER (SPKI), base64'),
  signature: z.string().max(200).describe('Base64'),
});
export type Signature = z.infer<typeof signatureSchema>;

export const calculateHash = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex');

/**
 * Returns why this version cannot read a package; null if it can. Versions of the product are compared number by
 * number.
 */
export function versionProblem(format: number, product: string): string | null {
  if (format > formatVersion)
    return `It has format ${format} and was made by version ${product}. This version reads format ${formatVersion}: please update to ${product} or later.`;
  return isNewer(product, buildVersion)
    ? `It was made by version ${product}. This is version ${buildVersion}: please update to ${product} or later.`
    : null;
}

function isNewer(one: string, other: string): boolean {
  const numbers = (version: string) => version.split('.').map(Number);
  const [mine, theirs] = [numbers(one), numbers(other)];
  for (let place = 0; place < Math.max(mine.length, theirs.length); place++) {
    const [a = 0, b = 0] = [mine[place], theirs[place]];
    if (a !== b) return a > b;
  }
  return false;
}
