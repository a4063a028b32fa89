import type { Generated } from 'kysely';

interface OfTwin {
  user_id: number;
  twin_id: number;
  created_at: Generated<Date>;
}

declare module '../../../platform/database/database.ts' {
  interface Tables {
    watch: OfTwin;
    subscription: OfTwin;
    twin_advisory_count: { twin_id: number; state: string; count: number };
  }
}
