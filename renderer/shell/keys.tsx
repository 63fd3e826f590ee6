import { Kbd } from '@mantine/core'
import { Fragment } from 'react'
import { MODIFIER } from '../keyboard/modifier.ts'

/** Keys that go by another name on a keyboard than in the event of a browser. */
const NAMES: Readonly<Record<string, string>> = {
  mod: MODIFIER,
  ' ': 'space',
  arrowleft: '←',
  arrowright: '→',
  pageup: 'page up',
  pagedown: 'page down',
}

/** The keys of a stroke, one after the other. */
export function Keys({ stroke }: { stroke: string }) {
  return stroke.split(/(?<=.)[ +]/).map((key, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one fixed text
    <Fragment key={index}>
      {index > 0 && ' '}
      <Kbd>{NAMES[key] ?? key}</Kbd>
    </Fragment>
  ))
}
