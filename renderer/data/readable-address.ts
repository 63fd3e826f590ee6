/** Runs of percent-encoded bytes of which none is a sign of ASCII. */
const ENCODED = /(?:%[89a-f][\da-f])+/gi
/** What is seen, and does nothing to what stands beside it: letters and signs, but none that is blank or turns the direction. */
const SEEN = /^(?!\p{Default_Ignorable_Code_Point}|\u2800)[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u
/** Letters that are written from right to left turn around what stands beside them. */
const RIGHT_TO_LEFT = /\p{Script=Hebrew}|\p{Script=Arabic}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}/u

function decoded(bytes: string): string | undefined {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return undefined
  }
}

/**
 * A path or a query to be read: `?q=%E9%88%B4%E6%9C%A8` as `?q=鈴木`. What parts an address stays encoded (`%26`, `%2F`, `%20`), as does what
 * is no UTF-8, cannot be seen, or would turn the text around it. Pure.
 */
export function readableAddress(address: string): string {
  return address.replace(ENCODED, bytes => {
    const text = decoded(bytes)
    const isSafe = text !== undefined && [...text].every(sign => SEEN.test(sign) && !RIGHT_TO_LEFT.test(sign))
    return isSafe ? text : bytes
  })
}
