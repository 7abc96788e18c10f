// Mantine with our tokens: one accent, hairlines instead of shadows, 14 px text and 32 px rows. Colours are in
// theme.css.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
import type { MouseEvent } from 'react'

const wine: MantineColorsTuple = [
  '#f7ecf0',
  '#ecd3dc',
  '#dba8b9',
  '#c97a94',
  '#b95376',
  '#9d3557',
  '#8a2747',
  '#7b1e3a',
  '#641730',
  '#4d1024',
]

export const theme = createTheme({
  primaryColor: 'wine',
  primaryShade: { light: 7, dark: 5 },
  colors: { wine },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace',
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '22px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '24px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '22px', lineHeight: '28px' }, h2: { fontSize: '14px', lineHeight: '20px' } },
  },
  defaultRadius: '6px',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm', variant: 'default' } },
    TextInput: { defaultProps: { size: 'sm' } },
    Textarea: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false, checkIconPosition: 'right' } },
    MultiSelect: { defaultProps: { size: 'sm' } },
    Modal: {
      defaultProps: {
        centered: true,
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.4 },
        // Mantine renders a header element, which would count as a second banner of the page.
        attributes: { header: { role: 'presentation' } },
      },
    },
    // A file that was corrected has the same name. Without this, choosing it again would be no change.
    FileButton: { defaultProps: { inputProps: { onClick: forgetChosen } } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: false } },
    // The placeholder would be a focusable child, which a menu must not have.
    Menu: {
      defaultProps: {
        position: 'bottom-end',
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
  },
})

function forgetChosen({ currentTarget }: MouseEvent<HTMLInputElement>) {
  currentTarget.value = ''
}

/** Points Mantine's variables at our tokens, so that both themes are defined once, in theme.css. */
const ours = {
  '--mantine-color-body': 'var(--paper)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--line-2)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-anchor': 'var(--accent)',
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: ours, dark: ours })
