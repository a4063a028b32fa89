import { X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CertificatePurpose,
  createSelfSignedCertificate,
  generatePrivateKey,
  privateKeyToPEM,
} from 'node-opcua-crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createLogger } from '../../platform/process/log.ts';
import { createTestApp } from '../../testing/app.ts';
import { makeConnected } from '../../testing/connectors/work-scene.ts';
import { makeSession } from '../../testing/factories.ts';
import maximo from '../maximo/connector.ts';
import { MaximoPeer } from '../maximo/peer.ts';
import { CertificateEnds } from './certificate-ends.ts';
import { TenantHost } from './tenant-host.ts';

const day = 86_400_000;

describe('the reported expiry', () => {
  it('is the next expiry, once a day, and the last one after all have passed', () => {
    const ends = new CertificateEnds();
    expect(ends.due(0)).toBeNull();
    ends.add(5 * day);
    ends.add(3 * day);
    expect([ends.due(0), ends.due(1), ends.due(day)]).toEqual([3 * day, null, 3 * day]);
    expect([ends.due(3 * day), ends.due(5 * day)]).toEqual([5 * day, 5 * day]);
  });

  it('is the expiry of a new certificate if it is earlier', () => {
    const ends = new CertificateEnds();
    ends.add(5 * day);
    ends.due(0);
    ends.add(4 * day);
    expect(ends.due(1)).toBe(4 * day);
  });
});

/** A certificate of its own that is valid for so many days, in PEM. */
async function selfMade(validity: number): Promise<{ key: string; cert: string }> {
  const key = await generatePrivateKey(2048);
  const { cert } = await createSelfSignedCertificate({
    privateKey: key,
    subject: '/CN=maximo.test',
    validity,
    purpose: CertificatePurpose.ForApplication,
  });
  return { key: (await privateKeyToPEM(key)).privPem, cert };
}

it('notifies about an HTTPS certificate that expires soon', async () => {
  const test = await createTestApp();
  onTestFinished(() => test.close());
  const directory = await mkdtemp(join(tmpdir(), 'twinward-certificate-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const tls = await selfMade(10);
  const peer = await new MaximoPeer({ tls }).start();
  onTestFinished(() => peer.stop());
  const manager = await makeSession(test.tenant.db, { groups: ['CONNECTION_MANAGERS'] });
  const configuration = { url: `${peer.origin}/maximo`, apikey: peer.apikey, extractionOrderTypes: ['CM'] };
  const { connectionId } = await makeConnected(test.tenant.db, maximo, configuration, null);
  const { fingerprint256, validTo } = new X509Certificate(tls.cert);
  const url = `/api/connections/${connectionId}`;
  const { name } = (await test.ask('GET', url, manager)).json();
  const fingerprint = fingerprint256.replaceAll(':', '').toLowerCase();
  await test.ask('POST', `${url}/trusted-certificates`, manager, { fingerprint });

  const host = new TenantHost({
    tenant: test.tenant,
    log: createLogger('silent'),
    directory,
    allowsLocal: true,
    findConnector: (type) => (type === 'maximo' ? maximo : null),
    interval: 20,
  });
  onTestFinished(() => host.close());
  const notices = async (): Promise<object[]> =>
    (await test.ask('GET', '/api/notifications', manager)).json();
  await expect.poll(notices).toMatchObject([
    {
      type: 'certificate',
      message: `A certificate of the connection ${name} ends on ${new Date(validTo).toISOString().slice(0, 10)}.`,
    },
  ]);
});
