import type { Config } from '../config/config.ts';
import type { EmbeddedPostgres } from './postgres/embedded.ts';

/** How to reach the catalogue's database. Secret: the URLs hold passwords. */
export interface CatalogueUrls {
  /** For the role that requests and jobs use. */
  catalogueUrl: string;
  /** For the role that owns the databases. */
  ownerUrl: string;
}

/** The URLs of an external PostgreSQL; null when none is configured. */
export function externalUrls({ databaseUrl, databaseOwnerUrl }: Config): CatalogueUrls | null {
  if (databaseUrl === null) return null;
  return { catalogueUrl: databaseUrl, ownerUrl: databaseOwnerUrl ?? databaseUrl };
}

export function embeddedUrls({ applicationUrl, ownerUrl }: EmbeddedPostgres): CatalogueUrls {
  return { catalogueUrl: applicationUrl, ownerUrl };
}
