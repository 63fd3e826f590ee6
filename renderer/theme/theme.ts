import { Button, createTheme, Drawer, Input, Menu, Modal, Popover, rem, Skeleton, Tooltip } from '@mantine/core'
import { dark, gray, iris } from './palette.ts'

const SANS =
  '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Hiragino Sans", "Yu Gothic UI", Meiryo, "Noto Sans CJK JP", sans-serif'
const MONO =
  'ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono", "Noto Sans Mono CJK JP", monospace'

/** What explains a field, and what is wrong with it: as small as text gets. */
const BELOW_LABEL = {
  label: {},
  description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
  error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
  success: {},
} as const

/**
 * The one theme. `build-plugin.ts` turns it into a style sheet when the dashboard is built, so that the page needs no style element at
 * run time and its content security policy can do without `unsafe-inline`.
 */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, gray, dark },
  white: '#ffffff',
  black: '#1f1d1a',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  headings: { fontFamily: SANS, fontWeight: '600' },
  fontSizes: { xs: rem(11), sm: rem(12), md: rem(13), lg: rem(15), xl: rem(18) },
  lineHeights: { xs: '1.35', sm: '1.4', md: '1.45', lg: '1.45', xl: '1.4' },
  spacing: { xs: rem(6), sm: rem(10), md: rem(14), lg: rem(20), xl: rem(32) },
  radius: { xs: rem(2), sm: rem(4), md: rem(6), lg: rem(8), xl: rem(16) },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Two pixels less than the label, which Mantine makes of it, are too few to be read.
    InputWrapper: Input.Wrapper.extend({ vars: () => BELOW_LABEL }),
    Button: Button.extend({ defaultProps: { fw: 500 } }),
    // Locking the page's scroll injects a style element, which the content security policy refuses; the page itself never scrolls.
    Modal: Modal.extend({
      defaultProps: { lockScroll: false, centered: true },
      styles: {
        content: { background: 'var(--rb-panel)' },
        header: { background: 'var(--rb-panel)' },
        title: { fontSize: 'var(--mantine-font-size-lg)', fontWeight: 600 },
      },
    }),
    Drawer: Drawer.extend({ defaultProps: { lockScroll: false } }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 350, withArrow: true, transitionProps: { duration: 80 } } }),
    Menu: Menu.extend({ defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } }),
    // A name is only allowed on what has a role: it says that something is loading.
    Skeleton: Skeleton.extend({ defaultProps: { role: 'status' } }),
    Popover: Popover.extend({ defaultProps: { transitionProps: { duration: 80 }, shadow: 'md' } }),
  },
})
