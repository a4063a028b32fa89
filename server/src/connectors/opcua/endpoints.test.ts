import { EndpointDescription, MessageSecurityMode, SecurityPolicy, UserTokenType } from 'node-opcua-client';
import { describe, expect, it } from 'vitest';
import { checkSignIn, chooseEndpoint, toUrl } from './endpoints.ts';

function endpoint(
  mode: MessageSecurityMode,
  policy: SecurityPolicy,
  tokens: [UserTokenType, SecurityPolicy | null][] = [],
  url = 'opc.tcp://inside:4840/UA',
): EndpointDescription {
  return new EndpointDescription({
    endpointUrl: url,
    securityMode: mode,
    securityPolicyUri: policy,
    transportProfileUri: 'http://opcfoundation.org/UA-Profile/Transport/uatcp-uasc-uabinary',
    userIdentityTokens: tokens.map(([tokenType, securityPolicyUri]) => ({ tokenType, securityPolicyUri })),
  });
}

const { None, Sign, SignAndEncrypt } = MessageSecurityMode;
const { UserName, Anonymous } = UserTokenType;

describe('the endpoint', () => {
  it('has the strongest policy of its mode', () => {
    const all = [
      endpoint(SignAndEncrypt, SecurityPolicy.Basic256Sha256),
      endpoint(SignAndEncrypt, SecurityPolicy.Basic256),
      endpoint(Sign, SecurityPolicy.Aes256_Sha256_RsaPss),
      endpoint(SignAndEncrypt, SecurityPolicy.Aes128_Sha256_RsaOaep),
    ];
    expect(chooseEndpoint(all, 'SignAndEncrypt')).toBe(all[3]);
    expect(chooseEndpoint(all, 'Sign')).toBe(all[2]);
  });

  it('cannot have an unsafe policy or a weaker mode', () => {
    const all = [
      endpoint(SignAndEncrypt, SecurityPolicy.Basic128Rsa15),
      endpoint(Sign, SecurityPolicy.Basic256Sha256),
    ];
    expect(() => chooseEndpoint(all, 'SignAndEncrypt')).toThrow(
      'It offers: SignAndEncrypt with Basic128Rsa15; Sign with Basic256Sha256.',
    );
  });

  it('is reached at the configured host and port', () => {
    const elsewhere = endpoint(None, SecurityPolicy.None, [], 'opc.tcp://169.254.169.254:80/UA');
    expect(toUrl(elsewhere, { host: 'plc', port: 4841, path: '' })).toBe('opc.tcp://plc:4841/UA');
  });
});

describe('a sign-in', () => {
  it.each([
    [None, SecurityPolicy.None, [[UserName, null]]],
    [None, SecurityPolicy.None, [[UserName, SecurityPolicy.None]]],
    [Sign, SecurityPolicy.Basic256Sha256, [[UserName, SecurityPolicy.None]]],
    [None, SecurityPolicy.None, [[UserName, SecurityPolicy.Basic128Rsa15]]],
  ] as const)('rejects an unencrypted password: mode %s, policy %s, %j', (mode, policy, tokens) => {
    const open = endpoint(
      mode,
      policy,
      tokens.map(([type, token]) => [type, token]),
    );
    const safe = endpoint(mode, policy, [[UserName, SecurityPolicy.Basic256Sha256]]);
    expect(() => checkSignIn([safe, open], UserName)).toThrow(
      'was not sent, because this mode does not encrypt it',
    );
    expect(() => checkSignIn([safe], UserName)).not.toThrow();
  });

  it('accepts the encryption of the channel', () => {
    const encrypted = endpoint(SignAndEncrypt, SecurityPolicy.Basic256Sha256, [
      [UserName, SecurityPolicy.None],
    ]);
    expect(() => checkSignIn([encrypted], UserName)).not.toThrow();
  });

  it('lists what the server offers', () => {
    const anonymous = endpoint(None, SecurityPolicy.None, [[Anonymous, null]]);
    expect(() => checkSignIn([anonymous], UserName)).toThrow('It offers: anonymously.');
  });
});
