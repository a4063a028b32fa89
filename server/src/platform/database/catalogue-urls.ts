import type { Config } from '../config/config.ts';
import type { EmbeddedPostgres } from './postgres/embedded.ts';

/** How to reach the catalogue's database. Secret: the URLs hold passwords. */
export interface CatalogueUrls {
  /** For the role that requests and jobs use. */
  catalogueUrl: string;
  /** For the role that owns the databases. */
  ownerUrl: string;
}

/** Returns the URLs of an external PostgreSQL; null if none is configured. */
export function externalUrls({ databaseUrl, databaseOwnerUrl }: Config): CatalogueUrls | null {
  if (databaseUrl === null) return null;
  return { catalogueUrl: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl };
}

export function embeddedUrls({ applicationUrl, ownerUrl }: EmbeddedPostgres): CatalogueUrls {
  return { catalogueUrl: applicationUrl, ownerUrl };
}
