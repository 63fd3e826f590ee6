import { useState } from 'react'

/**
 * A value as it was when `moment` became what it is, for as long as it stays that; `undefined` is no moment to stand at, and then it is the value of now. What is
 * not known yet, `undefined`, is taken once it is.
 */
export function useStill<Value>(value: Value, moment: string | number | undefined): Value {
  const [still, setStill] = useState({ moment, value })
  if (moment === undefined) return value
  if (still.moment === moment && still.value !== undefined) return still.value
  if (still.moment !== moment || still.value !== value) setStill({ moment, value })
  return value
}
