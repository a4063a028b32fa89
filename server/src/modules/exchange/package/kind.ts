import type { Access } from '@twinward/contracts/access/access';
import type { z } from 'zod';
import type { Actor } from '../../../platform/actor.ts';
import { AppError } from '../../../platform/errors.ts';
import { refuseProblems } from '../../../platform/rules.ts';

/** A record by its kind and natural key. */
export interface Reference {
  kind: string;
  key: string;
}

/** A record that another one names. */
export interface NamedReference extends Reference {
  /** Where the record names it, as in `fields.2.list`. */
  path: string;
  /** Whether the record can be written without it, as a unit that is a free text. */
  optional?: true;
  /** Whether it is enough that the record is there, by its core. */
  shallow?: true;
}

/** What the functions of a kind work with. Its database handle is the open transaction. */
export interface KindCall {
  actor: Actor;
  /** Whether an import is taken back: what it added may go. */
  isRollBack: boolean;
  /** Whether trained patterns of new twins go into service. */
  startPatterns: boolean;
  /** The id of a user by user name; null for one that is not here: the record is written without. */
  userId(userName: string): Promise<number | null>;
}

/**
 * A kind of records that packages hold. A record has natural keys in the place of ids, and neither secrets nor
 * users other than by user name.
 */
// biome-ignore lint/suspicious/noExplicitAny: the registry holds kinds of all types of records
export interface PackageKind<Record = any> {
  /** Also the name of its file in a package. */
  name: string;
  /** In the plural. */
  caption: string;
  /** What a user needs to export, check and import its records. */
  access: Access;
  schema: z.ZodType<Record>;
  keyOf(record: Record): string;
  /** The records that a record names, those that come with the product too. */
  referencesOf(record: Record): NamedReference[];
  /** The user names in a record. */
  usersOf?(record: Record): string[];
  /** The keys of all records that can be exported, sorted by code units. */
  listKeys(call: KindCall): Promise<string[]>;
  /** Most records that are read at once; 200 by default, as a record may be large. */
  pageSize?: number;
  /** The records with these keys by key, also those that come with the product; unknown keys are left out. */
  read(call: KindCall, keys: readonly string[]): Promise<Map<string, Record>>;
  /** Of records that can't leave, because they name what has no natural key, the reason by key. */
  listRefused?(call: KindCall, keys: readonly string[]): Promise<Map<string, string>>;
  /** The first records that can't leave because they have no key, or another one's, each with a name and the reason. */
  listUnnamed?(call: KindCall, limit: number): Promise<{ key: string; reason: string }[]>;
  /** @throws AppError with what is wrong with the record. */
  create(call: KindCall, record: Record): Promise<void>;
  /**
   * Creates records that don't need one another, as `create` does, in a few statements for all.
   * @throws AppError if one of them can't be written, not always naming which
   */
  createAll?(call: KindCall, records: readonly Record[]): Promise<void>;
  /** @throws AppError with what is wrong with the record. */
  update(call: KindCall, record: Record, before: Record): Promise<void>;
  /** Deletes a record that an import created. @throws AppError while it is in use. */
  delete(call: KindCall, key: string): Promise<void>;
  /** The record as it is once it is imported, of a kind that keeps what records of earlier versions lack. */
  merged?(call: KindCall, record: Record, before: Record): Record;
  /**
   * The record without the references by which records of the kind may need one another. It is created first, and
   * completed once all are there.
   */
  coreOf?(record: Record): Record;
}

/** Defines a kind and checks its type. */
export const defineKind = <Record>(kind: PackageKind<Record>): PackageKind<Record> => kind;

export const nameOf = ({ kind, key }: Reference): string => `${kind} ${key}`;

/** The result, or null where the record is not found. */
export async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError && error.id === 'not-found') return null;
    throw error;
  }
}

/** @throws AppError `invalid-request` naming each of these fields that a package would change. */
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
