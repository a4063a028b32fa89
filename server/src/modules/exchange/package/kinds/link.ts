import { isSystemType } from '@twinward/contracts/records/record-type';
import { z } from 'zod';
import type { Db } from '../../../../platform/database/database.ts';
import { refuseProblems } from '../../../../platform/rules.ts';
import { createLinks, removeLinks } from '../../../records/link/service.ts';
import { defineKind, type NamedReference } from '../kind.ts';
import { selectLinksByKey, selectNamedIds, selectUnnamedLinks } from '../store.ts';

const side = z.strictObject({ type: z.string().min(1).max(100), key: z.string().min(1).max(1200) });
type Side = z.infer<typeof side>;
const schema = z.strictObject({ relationship: z.string().min(1).max(100), from: side, to: side });
type LinkRecord = z.infer<typeof schema>;

/** The kinds of records that links refer to by key. */
const kindOfType: Readonly<Record<string, string>> = {
  asset: 'asset',
  twin: 'twin',
  tag: 'tag',
  'risk-analysis': 'risk-analysis',
};

/** Returns the record of a package that a side needs; for a part of a twin, the twin. */
function toReference({ type, key }: Side, path: string): NamedReference {
  if (!isSystemType(type)) return { kind: 'record', key: `${type}/${key}`, path };
  const kind = kindOfType[type];
  return kind ? { kind, key, path } : { kind: 'twin', key: key.slice(0, key.indexOf('/')), path };
}

/** Why links with records of a type are not exported. */
const stays: Readonly<Record<string, string>> = {
  advisory: 'Packages hold no advisories.',
  work: 'Packages hold no work.',
};

async function findRecord(db: Db, { type, key }: Side, path: string): Promise<number> {
  const ids = await selectNamedIds(db, type, key);
  if (ids.length !== 1)
    refuseProblems([
      {
        path,
        message:
          ids.length === 0 ? `There is no '${key}'.` : `Several records in this database are '${key}'.`,
      },
    ]);
  return ids[0]!;
}

/** Links between records, by relationship and the keys of both sides. */
export const linkKind = defineKind<LinkRecord>({
  name: 'link',
  caption: 'Links of records',
  access: 'recordTypes',
  schema,
  toKey: ({ relationship, from, to }) => `${relationship}: ${from.key} → ${to.key}`,
  listReferences: ({ relationship, from, to }) => [
    { kind: 'relationship', key: relationship, path: 'relationship' },
    toReference(from, 'from'),
    toReference(to, 'to'),
  ],
  async listUnnamed({ actor }, limit) {
    const rows = await selectUnnamedLinks(actor.tenant.db, limit);
    return rows.map(({ name, type }) => ({
      key: name,
      reason: stays[type] ?? `Records of ${type} have no natural key.`,
    }));
  },
  async read({ actor }, keys) {
    const rows = await selectLinksByKey(actor.tenant.db, keys);
    return new Map(
      rows.map(({ key, relationship, from_type, from_key, to_type, to_key }) => [
        key,
        { relationship, from: { type: from_type, key: from_key }, to: { type: to_type, key: to_key } },
      ]),
    );
  },
  async create({ actor }, { relationship, from, to }) {
    const { db } = actor.tenant;
    const fromId = await findRecord(db, from, 'from');
    const toId = await findRecord(db, to, 'to');
    await createLinks(actor, { relationship, links: [{ fromId, toId }] });
  },
  // A link has no other fields than its key.
  update: async () => undefined,
  async delete({ actor }, key) {
    const rows = await selectLinksByKey(actor.tenant.db, [key]);
    await removeLinks(
      actor,
      rows.map(({ id }) => id),
    );
  },
});
