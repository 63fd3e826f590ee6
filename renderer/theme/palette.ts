import type { MantineColorsTuple } from '@mantine/core'

/** Rabbit-ear iris: the one accent. It is no status colour, so "selected" is never taken for "failed" or "fine". */
export const iris: MantineColorsTuple = [
  '#f6f2fc',
  '#eae0f7',
  '#d6c2ef',
  '#c0a1e5',
  '#ac83dc',
  '#9a6ad3',
  '#7c47b8',
  '#673a9b',
  '#522f7b',
  '#3d235c',
]

/** Neutrals with a little warmth; 6 is the lightest that is readable as text on white (WCAG AA). */
export const gray: MantineColorsTuple = [
  '#fbfaf9',
  '#f5f3f1',
  '#ebe8e5',
  '#dedad5',
  '#c8c3bd',
  '#9a948c',
  '#69645d',
  '#514d47',
  '#37342f',
  '#1f1d1a',
]

/** The same for the dark scheme, with a breath of the accent; 0 is text, 7 the canvas. */
export const dark: MantineColorsTuple = [
  '#dddbe2',
  '#c3c0cb',
  '#a5a1b0',
  '#797585',
  '#45424e',
  '#37343f',
  '#26242c',
  '#1a191f',
  '#141318',
  '#0e0d11',
]

/** What a button that destroys is filled with: 5.9 to 1 and more under white text. */
export const DANGER = '#c02626'
export const DANGER_HOVER = '#a61e1e'

/** Names of the colours that carry meaning. A screen uses these, never a shade. */
export interface Meaning {
  canvas: string
  panel: string
  raised: string
  hover: string
  line: string
  line_strong: string
  /** The edge of what is to be ticked, which is all that is seen of it: 3 to 1 and more on every ground (WCAG 1.4.11). */
  control: string
  ink: string
  ink_dim: string
  accent: string
  accent_soft: string
  good: string
  good_soft: string
  warn: string
  warn_soft: string
  bad: string
  bad_soft: string
  info: string
  info_soft: string
  quiet_soft: string
  /** The clock stands still. */
  frozen: string
  frozen_soft: string
  /** The clock runs at another pace than real time. */
  fast: string
  fast_soft: string
  /** Marks on the axis of time, which are shapes and no text: answers, calls, what is planned. */
  mark_ok: string
  mark_client: string
  mark_limited: string
  mark_failed: string
  mark_call: string
  mark_planned: string
  mark_window: string
}

export const LIGHT: Meaning = {
  canvas: '#f7f5f3',
  panel: '#ffffff',
  raised: '#ffffff',
  hover: '#f3f0ee',
  line: '#e6e2de',
  line_strong: '#d0cbc5',
  control: '#857f77',
  ink: '#1f1d1a',
  ink_dim: '#69645d',
  accent: '#7c47b8',
  accent_soft: '#f1e9fa',
  good: '#1c7048',
  good_soft: '#e2f3e9',
  warn: '#8a5300',
  warn_soft: '#fcefd8',
  bad: '#b3261e',
  bad_soft: '#fce8e5',
  info: '#1f5fa8',
  info_soft: '#e4eefa',
  quiet_soft: '#efecea',
  frozen: '#0b6685',
  frozen_soft: '#dff2f9',
  fast: '#a04300',
  fast_soft: '#feeadc',
  mark_ok: '#3d9d6c',
  mark_client: '#c98a12',
  mark_limited: '#e0650f',
  mark_failed: '#cf3a30',
  mark_call: '#3f77ae',
  mark_planned: '#8f8981',
  mark_window: '#b79bdb',
}

export const DARK: Meaning = {
  canvas: '#141318',
  panel: '#1a191f',
  raised: '#26242c',
  hover: '#23212a',
  line: '#2d2b34',
  line_strong: '#45424e',
  control: '#848090',
  ink: '#e4e2e8',
  ink_dim: '#a5a1b0',
  accent: '#c0a1e5',
  accent_soft: '#32264a',
  good: '#7fd1a3',
  good_soft: '#17372a',
  warn: '#eabf6d',
  warn_soft: '#3b2e14',
  bad: '#f59a90',
  bad_soft: '#47201d',
  info: '#8fbef2',
  info_soft: '#1a3050',
  quiet_soft: '#2b2932',
  frozen: '#7fd0ec',
  frozen_soft: '#12333f',
  fast: '#f7aa75',
  fast_soft: '#452712',
  mark_ok: '#5cbd8b',
  mark_client: '#dcae4e',
  mark_limited: '#f08a45',
  mark_failed: '#f0776b',
  mark_call: '#6ea6de',
  mark_planned: '#8a8696',
  mark_window: '#7d5fae',
}
