import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { alpha, type Theme } from '@mui/material/styles';

/** Token colours, each with a contrast of at least 4.5 on the surface of its scheme. */
const inks = {
  light: { name: '#0F6A60', call: '#5A4A8C', number: '#8A3B5C' },
  dark: { name: '#7FD1C2', call: '#BDAEEA', number: '#E3A6C1' },
};

const monospace = 'ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", "DejaVu Sans Mono", monospace';

/** The editor theme for the page's colour scheme. */
export function editorTheme({ palette, shape, typography }: Theme): Extension {
  const ink = inks[palette.mode];
  const selection = alpha(palette.primary.main, palette.mode === 'dark' ? 0.32 : 0.2);
  const error = palette.mode === 'dark' ? palette.error.main : palette.error.dark;
  const warning = palette.mode === 'dark' ? palette.warning.main : palette.warning.dark;
  const underline = (color: string) => ({
    backgroundImage: 'none',
    paddingBottom: 0,
    textDecoration: `underline wavy ${color} 1px`,
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  });
  const dark = palette.mode === 'dark';
  const look = EditorView.theme(
    {
      '&': {
        color: palette.text.primary,
        backgroundColor: palette.background.paper,
        border: `1px solid ${alpha(palette.text.primary, 0.42)}`,
        borderRadius: `${shape.borderRadius}px`,
        fontSize: '0.875rem',
      },
      '&.cm-focused': { outline: `2px solid ${palette.primary.main}`, outlineOffset: '-1px' },
      '.cm-scroller': {
        fontFamily: monospace,
        lineHeight: '1.6',
        minHeight: '200px',
        maxHeight: 'min(60vh, 640px)',
        borderRadius: 'inherit',
      },
      '.cm-content': { padding: '8px 0', caretColor: palette.text.primary },
      '.cm-cursor, .cm-dropCursor': { borderLeftColor: palette.text.primary },
      '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
        backgroundColor: selection,
      },
      '.cm-activeLine': { backgroundColor: 'transparent' },
      '&.cm-focused .cm-activeLine': { backgroundColor: alpha(palette.text.primary, 0.04) },
      '.cm-gutters': {
        backgroundColor: 'transparent',
        color: palette.text.secondary,
        border: 'none',
        paddingRight: '4px',
      },
      '.cm-activeLineGutter': { backgroundColor: 'transparent', color: palette.text.primary },
      '&.cm-focused .cm-matchingBracket': {
        backgroundColor: 'transparent',
        outline: `1px solid ${palette.text.secondary}`,
      },
      '&.cm-focused .cm-nonmatchingBracket': { backgroundColor: 'transparent', color: error },
      '.cm-snippetField': { backgroundColor: alpha(palette.primary.main, 0.16) },
      '.cm-lintRange-error': underline(error),
      '.cm-lintRange-warning': underline(warning),
      '.cm-lintRange-active': { backgroundColor: 'transparent' },
      '.cm-diagnostic': { padding: '6px 10px', borderLeft: 'none', whiteSpace: 'pre-wrap' },
      '.cm-tooltip': {
        backgroundColor: palette.background.paper,
        color: palette.text.primary,
        border: `1px solid ${palette.divider}`,
        borderRadius: `${shape.borderRadius}px`,
        boxShadow: `0 4px 16px ${alpha('#000', dark ? 0.5 : 0.16)}`,
        fontFamily: typography.fontFamily ?? 'sans-serif',
        fontSize: '0.8125rem',
        lineHeight: '1.5',
        maxWidth: 'min(440px, calc(100vw - 32px))',
      },
      '.cm-docs': { padding: '6px 10px' },
      '.cm-docs-code': { fontFamily: monospace, whiteSpace: 'pre-wrap' },
      '.cm-docs-code + div, .cm-docs div + .cm-docs-code': { marginTop: '4px' },
      '.cm-tooltip-autocomplete > ul': { fontFamily: monospace, maxHeight: '240px' },
      '.cm-tooltip-autocomplete > ul > li': { padding: '2px 10px' },
      '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
        backgroundColor: palette.primary.main,
        color: palette.primary.contrastText,
      },
      '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: 600 },
      '.cm-completionDetail': { fontStyle: 'normal', opacity: 0.8 },
      '.cm-completionInfo': { padding: '6px 10px' },
    },
    { dark },
  );
  const words = HighlightStyle.define([
    {
      tag: [tags.controlKeyword, tags.operatorKeyword, tags.definitionKeyword],
      color: palette.primary.main,
      fontWeight: '600',
    },
    { tag: [tags.number, tags.atom], color: ink.number },
    { tag: [tags.special(tags.variableName), tags.string], color: ink.name },
    { tag: tags.function(tags.variableName), color: ink.call },
    { tag: tags.comment, color: palette.text.secondary, fontStyle: 'italic' },
  ]);
  return [look, syntaxHighlighting(words)];
}
