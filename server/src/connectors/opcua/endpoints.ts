import { createHash, X509Certificate } from 'node:crypto';
import {
  type EndpointDescription,
  MessageSecurityMode,
  SecurityPolicy,
  UserTokenType,
} from 'node-opcua-client';
import { split_der } from 'node-opcua-crypto';
import { ConnectorFailure } from '../connector.ts';
import type { SecurityModeName, ServerUrl } from './config.ts';
import { parseUrl, writeUrl } from './config.ts';

/** Choice of a server's endpoint, and its requirements. */

/** Strongest first. Older policies use SHA-1 or weak encryption. */
const policies = [
  SecurityPolicy.Aes256_Sha256_RsaPss,
  SecurityPolicy.Aes128_Sha256_RsaOaep,
  SecurityPolicy.Basic256Sha256,
];

const binaryOverTcp = 'http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary';

export interface ServerCertificate {
  der: Buffer;
  /** SHA-256, hexadecimal. */
  fingerprint: string;
  subject: string;
  validTo: Date;
}

/** @throws ConnectorFailure if the server has no endpoint in this mode */
export function chooseEndpoint(
  endpoints: readonly EndpointDescription[],
  mode: SecurityModeName,
): EndpointDescription {
  const wanted = mode === 'None' ? [SecurityPolicy.None] : policies;
  for (const policy of wanted) {
    const endpoint = endpoints.find(
      (candidate) =>
        candidate.securityMode === MessageSecurityMode[mode] &&
        candidate.securityPolicyUri === policy &&
        [binaryOverTcp, '', null].includes(candidate.transportProfileUri),
    );
    if (endpoint) return endpoint;
  }
  throw new ConnectorFailure(
    'protocol',
    `The server does not offer ${mode} with a secure policy. It offers: ${offers(endpoints)}.`,
  );
}

/** Describes endpoints, such as 'None; SignAndEncrypt with Basic256Sha256'. */
export function offers(endpoints: readonly EndpointDescription[]): string {
  const all = endpoints.map(({ securityMode, securityPolicyUri }) => {
    const policy = nameOfPolicy(securityPolicyUri);
    return `${MessageSecurityMode[securityMode]}${policy === 'None' ? '' : ` with ${policy}`}`;
  });
  return [...new Set(all)].join('; ') || 'nothing';
}

export function nameOfPolicy(uri: string | null): string {
  return uri?.split('#').pop() ?? 'None';
}

/** Host and port stay those that a person entered, so that a server can send nobody elsewhere; only its path counts. */
export function toUrl(endpoint: EndpointDescription, entered: ServerUrl): string {
  return writeUrl({ ...entered, path: parseUrl(endpoint.endpointUrl ?? '')?.path || entered.path });
}

/** Null: it presents none. */
export function readCertificate(endpoint: EndpointDescription): ServerCertificate | null {
  const chain = endpoint.serverCertificate;
  if (!chain || chain.length === 0) return null;
  const der = split_der(chain)[0];
  if (!der) return null;
  const { subject, validTo } = new X509Certificate(der);
  return {
    der,
    fingerprint: createHash('sha256').update(der).digest('hex'),
    subject: subject.split('\n').join(', '),
    validTo: new Date(validTo),
  };
}

/**
 * Checks that a server accepts this kind of sign-in at endpoints of one mode and policy, and encrypted passwords.
 *
 * @throws ConnectorFailure
 */
export function checkSignIn(endpoints: readonly EndpointDescription[], type: UserTokenType): void {
  for (const endpoint of endpoints) {
    const tokens = endpoint.userIdentityTokens ?? [];
    const fitting = tokens.filter((token) => token.tokenType === type);
    if (fitting.length === 0)
      throw new ConnectorFailure(
        'signIn',
        `The server does not allow sign-in ${waysByToken[type]}. It offers: ${tokens.map((token) => waysByToken[token.tokenType]).join(', ')}.`,
      );
    const isSafe = (policy: string | null) => policies.some((safe) => safe === policy);
    // Of several token policies, node-opcua uses the one with the strongest security policy.
    const isEncrypted =
      endpoint.securityMode === MessageSecurityMode.SignAndEncrypt ||
      fitting.some((token) => isSafe(token.securityPolicyUri)) ||
      fitting.every((token) => isSafe(token.securityPolicyUri || endpoint.securityPolicyUri));
    if (type === UserTokenType.UserName && !isEncrypted)
      throw new ConnectorFailure(
        'refused',
        'The password was not sent, because this mode does not encrypt it. Choose Sign and encrypt.',
      );
  }
}

const waysByToken: Record<UserTokenType, string> = {
  [UserTokenType.Anonymous]: 'anonymously',
  [UserTokenType.UserName]: 'by user and password',
  [UserTokenType.Certificate]: 'by certificate',
  [UserTokenType.IssuedToken]: 'by token',
  [UserTokenType.Invalid]: 'in an unknown way',
};
