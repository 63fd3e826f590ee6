import { type CSSVariablesResolver, defaultCssVariablesResolver } from '@mantine/core'
import { DANGER, DANGER_HOVER, DARK, LIGHT, type Meaning } from './palette.ts'

function named(colours: Meaning): Record<string, string> {
  return Object.fromEntries(
    Object.entries(colours).map(([name, value]) => [`--rb-${name.replaceAll('_', '-')}`, value as string]),
  )
}

/** Mantine's own variables, set from ours where the two mean the same, and `--rb-<name>` for every name of `Meaning`. */
export const cssVariablesResolver: CSSVariablesResolver = theme => {
  const defaults = defaultCssVariablesResolver(theme)
  const shared = (colours: Meaning) => ({
    '--mantine-color-body': colours.canvas,
    '--mantine-color-text': colours.ink,
    '--mantine-color-dimmed': colours.ink_dim,
    '--mantine-color-anchor': colours.accent,
    '--mantine-color-error': colours.bad,
    // White text on it is read in either theme.
    '--mantine-color-red-filled': DANGER,
    '--mantine-color-red-filled-hover': DANGER_HOVER,
    '--mantine-color-default-border': colours.line_strong,
    '--mantine-color-placeholder': colours.ink_dim,
    // Pressed and chosen things of Mantine look like ours.
    '--mantine-color-iris-light': colours.accent_soft,
    '--mantine-color-iris-light-hover': colours.accent_soft,
    '--mantine-color-iris-light-color': colours.accent,
    '--mantine-primary-color-light': colours.accent_soft,
    '--mantine-primary-color-light-hover': colours.accent_soft,
    '--mantine-primary-color-light-color': colours.accent,
    ...named(colours),
  })
  return {
    variables: defaults.variables,
    light: { ...defaults.light, ...shared(LIGHT) },
    dark: { ...defaults.dark, ...shared(DARK), '--mantine-color-default': DARK.raised },
  }
}
