import { alpha, createTheme, type PaletteOptions, type Theme } from '@mui/material/styles';
import type {} from '@mui/x-date-pickers/themeAugmentation';
import { visuallyHidden } from '../page/visually-hidden.ts';

declare module '@mui/material/styles' {
  interface Palette {
    accent: Palette['primary'];
  }
  interface PaletteOptions {
    accent?: PaletteOptions['primary'];
  }
}

/** Height of a table row in pixels. */
const rowHeight = 32;
const comfortableRowHeight = 40;

/** Minimum height in pixels of primary buttons on a phone. */
const fingerSize = 44;

/** MUI's own opacity of 0.42 is too pale to read. */
const placeholderStyle = (theme: Theme) => ({
  '&::placeholder': { opacity: 1, color: theme.palette.text.secondary },
});

const accent = { main: '#7bc3ec' };
/** State colours are the same in both schemes; `dark` is the shade for text on light surfaces. */
const states = {
  error: { main: '#FF5252', dark: '#B3261E' },
  info: { main: '#2196F3', dark: '#0B5CAD' },
  success: { main: '#4CAF50', dark: '#2E7031' },
  warning: { main: '#FFC107', dark: '#7A5600' },
};

/** The text colour of a state. */
export const stateText = (theme: Theme, state: keyof typeof states): string =>
  theme.palette.mode === 'light' ? theme.palette[state].dark : theme.palette[state].main;

/** A cell of a table. */
export const tableCell = (theme: Theme) => ({
  height: 'var(--row-height)',
  padding: '0 12px',
  fontSize: '0.8125rem',
  whiteSpace: 'nowrap',
  borderBottomColor: theme.palette.divider,
});

/** Shared by both schemes. Text on filled surfaces has a contrast of at least 4.5. */
export const palettes = {
  light: {
    mode: 'light',
    contrastThreshold: 4.5,
    primary: { main: '#1B618D' },
    secondary: { main: '#4CAF50', dark: '#2E7031' },
    accent,
    ...states,
    text: { primary: '#1C2429', secondary: '#52606A' },
    divider: '#DDE2E5',
    background: { default: '#F7F8F9', paper: '#FFFFFF' },
  },
  dark: {
    mode: 'dark',
    contrastThreshold: 4.5,
    primary: { main: '#7bc3ec' },
    secondary: { main: '#4CAF50', dark: '#2E7031' },
    accent,
    ...states,
    text: { primary: '#E1E7EB', secondary: '#9FADB7' },
    divider: '#2B363E',
    background: { default: '#11171B', paper: '#192127' },
  },
} as const satisfies Record<string, PaletteOptions>;

/**
 * Of plain elements in the rows of lists, where a hundred components of the library, each with styles of its own, take
 * longer to draw than the rest of the page.
 */
const plainStyles = ({ palette, spacing, breakpoints }: Theme) => ({
  '.secondary': { color: palette.text.secondary },
  '.visually-hidden': visuallyHidden,
  '.line-below': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  '.phone-only': { [breakpoints.up('md')]: { display: 'none' } },
  '.level-chip': {
    display: 'inline-flex',
    alignItems: 'baseline',
    gap: spacing(1.5),
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    '&.raised': { fontWeight: 600, color: palette.text.primary },
  },
  '.level-bars': { flex: 'none', overflow: 'visible' },
  '.row-button': {
    display: 'inline-flex',
    padding: spacing(1),
    border: 0,
    borderRadius: '50%',
    background: 'none',
    color: palette.text.secondary,
    cursor: 'pointer',
    '&:hover': { backgroundColor: palette.action.hover },
  },
});

export const theme = createTheme({
  colorSchemes: { light: { palette: palettes.light }, dark: { palette: palettes.dark } },
  spacing: 4,
  shape: { borderRadius: 4 },
  // Confirmation dialogs (200) are above the dialogs, menus and bars that open them.
  zIndex: {
    mobileStepper: 50,
    fab: 60,
    speedDial: 60,
    appBar: 100,
    drawer: 120,
    modal: 150,
    snackbar: 220,
    tooltip: 250,
  },
  transitions: { duration: { shortest: 80, shorter: 100, short: 120, standard: 150, complex: 150 } },
  typography: {
    fontFamily: '"Inter Variable", system-ui, sans-serif',
    fontSize: 14,
    fontWeightLight: 400,
    fontWeightRegular: 400,
    fontWeightMedium: 600,
    fontWeightBold: 600,
    h1: { fontSize: '1.25rem', lineHeight: 1.6, fontWeight: 600 },
    h2: { fontSize: '0.875rem', lineHeight: 1.5, fontWeight: 600 },
    h3: { fontSize: '0.875rem', lineHeight: 1.5, fontWeight: 600 },
    subtitle1: { fontSize: '0.875rem' },
    subtitle2: { fontSize: '0.875rem', fontWeight: 600 },
    body1: { fontSize: '0.875rem', lineHeight: 1.5 },
    body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
    caption: { fontSize: '0.8125rem', lineHeight: 1.5 },
    button: { fontSize: '0.8125rem', fontWeight: 600, textTransform: 'none' },
  },
  components: {
    MuiCssBaseline: {
      styleOverrides: (baseTheme: Theme) => ({
        html: { colorScheme: baseTheme.palette.mode, '--row-height': `${rowHeight}px` },
        'html[data-density=comfortable]': { '--row-height': `${comfortableRowHeight}px` },
        ...plainStyles(baseTheme),
        // Inter's tabular hyphens are as wide as its digits, which spreads dates apart.
        time: { fontVariantNumeric: 'proportional-nums' },
        // Keep colours with a meaning. States that only a background shows get an outline or a border.
        '@media (forced-colors: active)': {
          '[data-swatch]': { forcedColorAdjust: 'none' },
          ':is(.Mui-selected, [aria-pressed=true], [aria-selected=true])': {
            outline: '2px solid Highlight',
            outlineOffset: '-2px',
          },
          'nav a:not([aria-current=page])': { borderColor: 'Canvas !important' },
          'nav a[aria-current=page]': { borderColor: 'Highlight !important' },
        },
        ':focus-visible': { outline: `2px solid ${baseTheme.palette.primary.main}`, outlineOffset: 2 },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': {
            animationDuration: '0.01ms !important',
            animationIterationCount: '1 !important',
            // Even a very short transition of an inherited property takes a frame per inheriting level.
            transition: 'none !important',
          },
        },
      }),
    },
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiButton: {
      defaultProps: { disableElevation: true, size: 'small' },
      styleOverrides: {
        root: ({ theme: current }) => ({
          '&.MuiButton-contained': { [current.breakpoints.down('sm')]: { minHeight: fingerSize } },
        }),
      },
    },
    MuiInputBase: { styleOverrides: { input: ({ theme: current }) => placeholderStyle(current) } },
    MuiPickersInputBase: {
      styleOverrides: {
        sectionsContainer: ({ theme: current, ownerState }) =>
          ownerState.isFieldValueEmpty ? { '&&': { opacity: 1, color: current.palette.text.secondary } } : {},
      },
    },
    MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiPickersTextField: { defaultProps: { size: 'small', fullWidth: true } },
    MuiTooltip: { defaultProps: { enterDelay: 500, enterNextDelay: 100 } },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiFormHelperText: {
      styleOverrides: {
        root: ({ theme: current }) => ({
          marginInline: 0,
          '&.Mui-error': { color: stateText(current, 'error') },
        }),
      },
    },
    MuiFormLabel: {
      styleOverrides: {
        root: ({ theme: current }) => ({
          '&.Mui-error': { color: stateText(current, 'error') },
          // The label of a disabled field stays readable.
          '&.Mui-disabled': { color: current.palette.text.secondary },
        }),
      },
    },
    MuiTable: { defaultProps: { size: 'small' } },
    MuiTableCell: {
      styleOverrides: {
        root: ({ theme: current }) => tableCell(current),
        // Tabular figures, so that digits align in columns.
        alignRight: { fontVariantNumeric: 'tabular-nums' },
        head: ({ theme: current }) => ({
          fontWeight: 600,
          color: current.palette.text.secondary,
          backgroundColor: current.palette.background.default,
        }),
      },
    },
    MuiTableRow: {
      styleOverrides: {
        root: ({ theme: current }) => ({
          '&.MuiTableRow-hover:hover': { backgroundColor: alpha(current.palette.text.primary, 0.05) },
        }),
      },
    },
  },
});
