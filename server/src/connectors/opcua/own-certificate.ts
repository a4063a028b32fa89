import { createHash, randomUUID, X509Certificate } from 'node:crypto';
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { InMemoryCertificateKeyPairProvider } from 'node-opcua-common';
import {
  CertificatePurpose,
  convertPEMtoDER,
  createSelfSignedCertificate,
  generatePrivateKey,
  makePrivateKeyFromPem,
  privateKeyToPEM,
} from 'node-opcua-crypto';

/**
 * Twinward's client certificate. Generated once per connection with node-opcua-crypto, without downloads and without
 * the openssl program. The server has to trust it.
 */
export interface OwnCertificate {
  provider: InMemoryCertificateKeyPairProvider;
  applicationUri: string;
  /** SHA-1 of the certificate, as shown by servers. */
  thumbprint: string;
  validTo: Date;
}

const fileName = 'application.pem';
const years = 20;

export async function ownCertificate(directory: string): Promise<OwnCertificate> {
  const file = join(directory, fileName);
  const pem = (await readIfThere(file)) ?? (await createFile(directory, file));
  const parts = pem.match(/-----BEGIN [^-]+-----[^-]+-----END [^-]+-----/g) ?? [];
  const certificate = parts.find((part) => part.includes('BEGIN CERTIFICATE'));
  const key = parts.find((part) => part.includes('PRIVATE KEY'));
  if (!certificate || !key) throw new Error(`${file} does not contain a certificate with its key.`);
  const der = convertPEMtoDER(certificate);
  const { subjectAltName, validTo } = new X509Certificate(der);
  return {
    provider: new InMemoryCertificateKeyPairProvider([der], makePrivateKeyFromPem(key)),
    applicationUri: /URI:([^,\s]+)/.exec(subjectAltName ?? '')?.[1] ?? '',
    thumbprint: createHash('sha1').update(der).digest('hex'),
    validTo: new Date(validTo),
  };
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Generates key and certificate in one file. If two processes do so at the same time, the first file is kept. */
async function createFile(directory: string, file: string): Promise<string> {
  const host = hostname();
  const key = await generatePrivateKey(2048);
  const { cert } = await createSelfSignedCertificate({
    privateKey: key,
    subject: `/CN=Twinward/DC=${host.slice(0, 60)}`,
    dns: [host],
    applicationUri: `urn:${host}:twinward:${randomUUID()}`,
    notBefore: new Date(),
    validity: years * 365,
    purpose: CertificatePurpose.ForApplication,
  });
  const { privPem } = await privateKeyToPEM(key);
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomUUID()}`;
  try {
    await writeFile(draft, `${cert.trim()}\n${privPem.trim()}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await link(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readFile(file, 'utf8');
}
