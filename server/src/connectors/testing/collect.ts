import type { ConnectorCall, RecordStream, RecordsRole, RemoteRecord, WorkToFile } from '../connector.ts';

/** The stream of a name. */
export function getStream(role: RecordsRole, call: ConnectorCall, name: string): RecordStream {
  const stream = role.streams(call.configuration).find((candidate) => candidate.name === name);
  if (!stream) throw new Error(`there is no stream ${name}`);
  return stream;
}

/** All records of a stream that were changed since a time. */
export async function listChanges(
  role: RecordsRole,
  call: ConnectorCall,
  name: string,
  since: number | null = null,
): Promise<RemoteRecord[]> {
  const found: RemoteRecord[] = [];
  for await (const page of role.changes(call, getStream(role, call, name), since)) found.push(...page);
  return found;
}

export async function listKeys(role: RecordsRole, call: ConnectorCall, name: string): Promise<string[]> {
  const found: string[] = [];
  for await (const page of role.keys(call, getStream(role, call, name))) found.push(...page);
  return found;
}

/** A request of work for an asset. */
export const workToFile = (
  over: Partial<Omit<WorkToFile, 'asset'>> & { asset?: Partial<WorkToFile['asset']> },
): WorkToFile => ({
  key: '0b5f7a52-3c1e-4d6a-9f21-8f4f7c0f1a77',
  type: null,
  priority: null,
  status: null,
  shortDescription: 'Bearing of pump is hot',
  description: 'Temperature above 90 °C since this morning.',
  ...over,
  asset: {
    uniqueId: 'P-101',
    technicalNumber: null,
    isEquipment: true,
    maintenancePlant: null,
    planningPlant: null,
    departmentId: null,
    ...over.asset,
  },
});
