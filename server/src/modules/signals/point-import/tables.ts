declare module '../../../platform/database/database.ts' {
  interface Tables {
    import_refused_row: { command_id: string; line: number; reason: string };
  }
}

export {};
