import type { Writer } from './writer.ts';

/** Writes of dashboards, start pages and displays. */
export async function writeDashboards({ write, ask }: Writer): Promise<void> {
  const card = { id: 'note', kind: 'text', x: 0, y: 0, w: 4, h: 2, text: 'Hello' };
  const made = await write('POST /api/dashboards', [], { name: 'Night', content: { cards: [card] } });
  const changed = await write('PUT /api/dashboards/:id', [made.id], {
    name: 'Day',
    content: { cards: [] },
    version: made.version,
  });
  await write('POST /api/dashboards/:id/versions/:savedVersion/restore', [made.id, made.version], {
    version: changed.version,
  });
  await write('POST /api/dashboards/:id/copy', [made.id], { name: 'Copy' });
  await write('POST /api/dashboards/import', [], await ask('GET', `/api/dashboards/${made.id}/export`));
  await write('POST /api/settings/user/start-dashboard', [], { id: made.id });
  await write('PUT /api/dashboards/groups/:name', ['VIEWERS'], { id: 'data-health' });
  const display = await write('POST /api/displays', [], {
    name: 'Hall',
    dashboards: [made.id],
    expiresAt: new Date(Date.now() + 3600_000).toISOString(),
  });
  await write('DELETE /api/displays/:id', [display.id]);
  const limit = { name: 'Silence', direction: 'above', limit: 5 };
  const alert = await write('POST /api/figure-alerts', [], {
    source: { kind: 'figure', figure: 'silent-twins' },
    values: { range: { from: 'now-1d', to: 'now' } },
    ...limit,
  });
  await write('PUT /api/figure-alerts/:id', [alert.id], { ...limit, limit: 6 });
  await write('DELETE /api/figure-alerts/:id', [alert.id]);
  const schedule = { period: 'weekly', hour: 7, timeZone: 'Europe/Berlin' };
  const subject = { kind: 'dashboard', id: made.id };
  const report = await write('POST /api/report-subscriptions', [], { subject, ...schedule });
  await write('PUT /api/report-subscriptions/:id', [report.id], { ...schedule, hour: 8 });
  await write('POST /api/report-subscriptions/:id/send', [report.id]);
  await write('DELETE /api/report-subscriptions/:id', [report.id]);
  await write('DELETE /api/dashboards/:id', [made.id]);
}
