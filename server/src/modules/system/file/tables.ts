declare module '../../../platform/database/database.ts' {
  interface Tables {
    import_piece: { file_id: string; position: number; data: Uint8Array };
  }
}

export {};
