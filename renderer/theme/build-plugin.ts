import { convertCssVariables, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import type { Plugin } from 'vite'
import { cssVariablesResolver } from './css-variables.ts'
import { theme } from './theme.ts'

const NAME = 'virtual:theme.css'

/** Serves `virtual:theme.css`: the theme's variables for both colour schemes, made once at build time (see `theme.ts`). */
export function themeStyleSheet(): Plugin {
  return {
    name: 'ringback-theme',
    resolveId: id => (id === NAME ? `\0${NAME}` : undefined),
    load: id =>
      id === `\0${NAME}`
        ? convertCssVariables(cssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme)), ':root')
        : undefined,
  }
}
