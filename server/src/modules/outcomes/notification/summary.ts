import { defineQuestion } from '../../../platform/events.ts';
import type { MailPicture } from '../../system/mail/service.ts';

/** A part of a summary mail below the notifications. */
export interface SummarySection {
  title: string;
  lines: readonly string[];
  table?: SummaryTable;
  pictures: readonly MailPicture[];
  /** Path of a page with the details; starts with a slash. */
  path: string;
}

/** Rows with headings, all as text. */
export interface SummaryTable {
  headings: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The range of a weekly summary, and its reader. */
export interface SummaryRequest {
  userId: number;
  from: Date;
  to: Date;
}

/** Question: the sections that higher modules add to a weekly summary mail; none if the reader may not see them. */
export const summaryAsked = defineQuestion<SummaryRequest, SummarySection[]>('notification.summary');

/** Returns a section as plain text. The cells of a row are separated by bars. */
export function sectionText(
  { title, lines, table, path }: SummarySection,
  toAddress: (path: string) => string,
): string {
  const rows = table ? [table.headings, ...table.rows].map((cells) => `${cells.join(' | ')}\n`) : [];
  return `${title}\n${lines.map((line) => `- ${line}\n`).join('')}${rows.join('')}${toAddress(path)}\n`;
}

/** Returns a mail of lines and sections as HTML. All texts are escaped. */
export function summaryHtml(
  lines: readonly string[],
  sections: readonly SummarySection[],
  toAddress: (path: string) => string,
): string {
  const paragraphs = lines.map((line) => `<p style="margin:0">${escapeHtml(line)}</p>`).join('');
  const parts = sections.map(
    ({ title, lines: facts, table, pictures, path }) =>
      `<h2 style="font-size:16px;margin:24px 0 8px">${escapeHtml(title)}</h2>` +
      listHtml(facts) +
      tableHtml(table) +
      pictures
        .map(
          ({ name, description }) =>
            `<p><img src="cid:${escapeHtml(name)}" alt="${escapeHtml(description)}" width="${pictureWidth}" style="max-width:100%;height:auto"></p>`,
        )
        .join('') +
      `<p><a href="${escapeHtml(toAddress(path))}">Open in Twinward</a></p>`,
  );
  return (
    '<!doctype html><html><body style="font-family:Inter,Arial,sans-serif;font-size:14px;color:#1c2429">' +
    `${paragraphs}${parts.join('')}</body></html>`
  );
}

const listHtml = (facts: readonly string[]): string =>
  facts.length === 0
    ? ''
    : `<ul style="margin:0;padding-left:20px">${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>`;

const cellStyle = 'text-align:left;padding:2px 12px 2px 0;border-bottom:1px solid #dde2e5;vertical-align:top';

function tableHtml(table: SummaryTable | undefined): string {
  if (!table) return '';
  const row = (tag: 'th' | 'td', cells: readonly string[]) =>
    `<tr>${cells.map((cell) => `<${tag} style="${cellStyle}">${escapeHtml(cell)}</${tag}>`).join('')}</tr>`;
  const body = table.rows.map((cells) => row('td', cells)).join('');
  return `<table style="border-collapse:collapse;font-size:14px">${row('th', table.headings)}${body}</table>`;
}

/** Width in pixels at which pictures are shown. They are drawn at twice that. */
export const pictureWidth = 600;

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
