declare module '../../../platform/database/database.ts' {
  interface Tables {
    import_piece: { file_id: string; position: number; data: Uint8Array };
    import_refused_row: { command_id: string; line: number; reason: string };
  }
}

export {};
