import type { Config } from '../config/config.ts';
import type { EmbeddedPostgres } from './postgres/embedded.ts';

/** How to reach the catalogue's database. Secret: the URLs hold passwords. */
export interface CatalogueUrls {
  /** As the role that requests and jobs have. */
  catalogueUrl: string;
  /** As the role that owns the databases. */
  ownerUrl: string;
}

/** Null where no PostgreSQL of the operator's is named. */
export function externalUrls({ databaseUrl, databaseOwnerUrl }: Config): CatalogueUrls | null {
  if (databaseUrl === null) return null;
  return { catalogueUrl: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl };
}

export function embeddedUrls({ applicationUrl, ownerUrl }: EmbeddedPostgres): CatalogueUrls {
  return { catalogueUrl: applicationUrl, ownerUrl };
}
