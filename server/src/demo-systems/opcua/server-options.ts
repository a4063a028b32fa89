import { MessageSecurityMode, type OPCUAServerOptions, SecurityPolicy } from 'node-opcua';

/** A server on this machine alone, in every security mode, for everybody and for one user by password. */
export const localServer = (
  port: number,
  account: { user: string; password: string },
): OPCUAServerOptions => ({
  port,
  host: '127.0.0.1',
  hostname: 'localhost',
  securityModes: [MessageSecurityMode.None, MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt],
  securityPolicies: [SecurityPolicy.None, SecurityPolicy.Basic256Sha256, SecurityPolicy.Aes256_Sha256_RsaPss],
  allowAnonymous: true,
  userManager: {
    isValidUser: (user: string, password: string) => user === account.user && password === account.password,
  },
  isAuditing: false,
});
