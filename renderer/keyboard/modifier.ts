/** What the keyboard of this machine calls the key that stands for `mod`. */
export const MODIFIER = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'ctrl'
