import type { Access } from '@twinward/contracts/access/access';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';
import type { KeyedKind } from './store.ts';

/** A record, identified by its kind and natural key. */
export interface Reference {
  kind: string;
  key: string;
}

/** A record that another one refers to. */
export interface NamedReference extends Reference {
  /** Path of the reference in the record, as in `fields.2.list`. */
  path: string;
  /** Whether the record can be written without it, such as a unit that is a free text. */
  optional?: true;
  /** Whether the core of the referenced record is sufficient. */
  shallow?: true;
}

/** What the functions of a kind need. Its database handle is the open transaction. */
export interface KindCall {
  actor: Actor;
  /** Whether an import is undone, so that what it added may be removed. */
  isRollBack: boolean;
  /** Whether trained patterns of new twins are put in service. */
  startPatterns: boolean;
  /**
   * Returns the id of a user by user name; null if the user does not exist here: the record is then written without.
   */
  userId(userName: string): Promise<number | null>;
}

/**
 * A kind of records in packages. Records have natural keys instead of ids, no secrets, and refer to users only by user
 * name.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds kinds of all types of records
export interface PackageKind<Record = any> {
  /** Also the name of its file in a package. */
  name: KeyedKind;
  /** In the plural. */
  caption: string;
  /** The right that a user needs to export, check and import its records. */
  access: Access;
  schema: z.ZodType<Record>;
  toKey(record: Record): string;
  /** The records that a record refers to, including built-in ones. */
  listReferences(record: Record): NamedReference[];
  /** The user names in a record. */
  listUsers?(record: Record): string[];
  /** Maximum number of records that are read at once; 200 by default, since a record may be large. */
  pageSize?: number;
  /** Returns the records with these keys by key, including built-in ones; unknown keys are omitted. */
  read(call: KindCall, keys: readonly string[]): Promise<Map<string, Record>>;
  /**
   * Returns the reason, by key, for records that cannot be exported because they refer to a record without a natural
   * key.
   */
  listRefused?(call: KindCall, keys: readonly string[]): Promise<Map<string, string>>;
  /**
   * Returns the first records that cannot be exported because they have no key, or the same key as another record, each
   * with a name and the reason.
   */
  listUnnamed?(call: KindCall, limit: number): Promise<{ key: string; reason: string }[]>;
  /** @throws AppError that says what is wrong with the record. */
  create(call: KindCall, record: Record): Promise<void>;
  /**
   * Creates records that don't need each other, like `create`, in a few statements for all.
   * @throws AppError if one of them cannot be written, not always with its name
   */
  createAll?(call: KindCall, records: readonly Record[]): Promise<void>;
  /** @throws AppError that says what is wrong with the record. */
  update(call: KindCall, record: Record, before: Record): Promise<void>;
  /** Deletes a record that an import created. @throws AppError while it is in use. */
  delete(call: KindCall, key: string): Promise<void>;
  /** The record after its import, for kinds that keep what records of earlier versions lack. */
  merged?(call: KindCall, record: Record, before: Record): Record;
  /**
   * The record without the references by which records of the kind may need each other. It is created first, and
   * completed once all exist.
   */
  toCore?(record: Record): Record;
}

/** Defines a kind and checks its type. */
export const defineKind = <Record>(kind: PackageKind<Record>): PackageKind<Record> => kind;

export const toName = ({ kind, key }: Reference): string => `${kind} ${key}`;

/** Returns the result, or null if the record is not found. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.id === 'not-found') return null;
    throw error;
  }
}

/** Reads records one by one. Those that are not found are left out. */
export async function readEach<Record>(
  keys: readonly string[],
  read: (key: string) => Promise<Record | null>,
): Promise<Map<string, Record>> {
  const records = new Map<string, Record>();
  for (const key of keys) {
    const record = await orNull(read(key));
    if (record) records.set(key, record);
  }
  return records;
}

/** @throws AppError `invalid-request`, naming each of these fields that a package would change. */
export function refuseFixed<Record>(record: Record, before: Record, fields: readonly (keyof Record)[]): void {
  refuseProblems(
    fields
      .filter((field) => record[field] !== before[field])
      .map((field) => ({
        path: String(field),
        message: `It is ${before[field]} in this database and can’t be changed.`,
      })),
  );
}
