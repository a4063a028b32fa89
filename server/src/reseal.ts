import { resealClientSecret } from './modules/access/external-sign-in/service.ts';
import { resealTotps } from './modules/access/second-factor/service.ts';
import { resealConnections } from './modules/connections/connection/service.ts';
import { resealPrivateKey } from './modules/exchange/package/service.ts';
import { resealWebhooks } from './modules/outcomes/webhook/service.ts';
import { resealMailPassword } from './modules/system/mail/service.ts';
import type { Tenant } from './platform/database/tenants.ts';
import { withTransaction } from './platform/database/transaction.ts';

/** All that is sealed in a tenant's database for longer than minutes. */
const kinds = [
  resealMailPassword,
  resealClientSecret,
  resealPrivateKey,
  resealTotps,
  resealConnections,
  resealWebhooks,
];

/**
 * Seals the secrets of a tenant with the present key, after the key was exchanged. What neither key opens stays.
 * @returns how many were sealed with the previous key.
 */
export function resealTenant({ db, secrets }: Pick<Tenant, 'db' | 'secrets'>): Promise<number> {
  return withTransaction(db, async (transaction) => {
    let count = 0;
    for (const reseal of kinds) count += Number(await reseal(transaction, secrets));
    return count;
  });
}
