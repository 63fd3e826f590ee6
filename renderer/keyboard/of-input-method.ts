import type { KeyboardEvent } from 'react'

/** What Safari calls the key that ends the writing of a Japanese word, when it says no more that one is being written. */
const OF_INPUT_METHOD = 229

/** Whether a key is one of the writing of a word, as Enter is where it ends a Japanese one. */
export const isOfInputMethod = ({ nativeEvent: { isComposing, keyCode } }: KeyboardEvent): boolean =>
  isComposing || keyCode === OF_INPUT_METHOD
